#include "adapters/matrix/json.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MOST 17   /* -9007199254740991, the least integer of canonical JSON */
#define USUAL_SIZE  4096 /* of what is printed, at most: printing it twice costs as much again */

static bool hex4(const char *text, uint32_t *value)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdef0123456789ABCDEF";
		const char *digit = text[i] ? strchr(digits, text[i]) : NULL;

		if (!digit)
			return false;
		sum = sum * 16 + (uint32_t)(digit - digits) % 16;
	}
	*value = sum;
	return true;
}

/* Whether text[0..] is the escape of a UTF-16 unit, and which. */
static bool unit(const char *text, size_t size, uint32_t *value)
{
	return size >= 6 && text[0] == '\\' && text[1] == 'u' && hex4(text + 2, value);
}

/* Tames the escape that begins at text[0], a backslash; returns how long it is. */
static size_t tame_escape(char *text, size_t size)
{
	static const char replacement[] = {'f', 'f', 'f', 'd'};
	uint32_t first, second;

	if (!unit(text, size, &first))
		return size < 2 ? size : 2;
	if (first >= 0xd800 && first < 0xdc00 && unit(text + 6, size - 6, &second) &&
		second >= 0xdc00 && second < 0xe000)
		return 12;
	if (first == 0 || (first >= 0xd800 && first < 0xe000))
		memcpy(text + 2, replacement, sizeof replacement);
	return 6;
}

static size_t tame_number(char *text, size_t size)
{
	size_t length = 0;
	bool tame = true;

	while (length < size && text[length] && strchr("+-.0123456789eE", text[length])) {
		if (text[length] == 'e' || text[length] == 'E')
			tame = false;
		length++;
	}
	if (tame && length <= NUMBER_MOST)
		return length;
	memset(text, ' ', length);
	text[0] = '0';
	return length;
}

/* Tames what a string has, from text[0] on; returns how long that is with the quote at its end. */
static size_t tame_string(char *text, size_t size)
{
	size_t i = 0;

	while (i < size && text[i] != '"')
		i += text[i] == '\\' ? tame_escape(text + i, size - i) : 1;
	return i < size ? i + 1 : size;
}

void mx_json_tame(char *text, size_t size)
{
	for (size_t i = 0; i < size;) {
		if (text[i] == '"')
			i += 1 + tame_string(text + i + 1, size - i - 1);
		else if (text[i] == '-' || (text[i] >= '0' && text[i] <= '9'))
			i += tame_number(text + i, size - i);
		else
			i++;
	}
}

json_t *mx_json_parse(char *text, size_t size)
{
	json_error_t error;

	if (!text)
		return NULL;
	mx_json_tame(text, size);
	return json_loadb(text, size, 0, &error);
}

char *mx_json_print(const json_t *json)
{
	size_t room = USUAL_SIZE, size;
	char *text = malloc(room + 1);

	if (!text)
		return NULL;
	size = json_dumpb(json, text, room, JSON_COMPACT);
	if (size > room) {
		sodium_memzero(text, room);
		free(text);
		room = size;
		text = malloc(room + 1);
		size = text ? json_dumpb(json, text, room, JSON_COMPACT) : 0;
	}
	if (size == 0 || size > room) {
		free(text);
		return NULL;
	}
	text[size] = '\0';
	return text;
}

const char *mx_json_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

void mx_json_wipe(json_t *object, const char *key)
{
	json_t *member = json_object_get(object, key);
	const char *text = json_string_value(member);

	/* strchr gives jansson's own bytes without the const that they are seen with. */
	if (text)
		sodium_memzero(strchr(text, *text), json_string_length(member));
}

bool mx_json_lists(const json_t *array, const char *text)
{
	const json_t *value;
	size_t i;

	json_array_foreach (array, i, value)
		if (json_is_string(value) && strcmp(json_string_value(value), text) == 0)
			return true;
	return false;
}
