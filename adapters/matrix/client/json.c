#include "adapters/matrix/client/json.h"

#include "bot/base/utf8.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>

#define NUMBER_MOST 17 /* characters of -9007199254740991, the least integer of canonical JSON */

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

/*
 * Returns whether the text begins with the escape of a UTF-16 unit (\uXXXX). If so, writes the unit
 * to *value.
 */
static bool read_unit(const char *text, size_t size, uint32_t *value)
{
	return size >= 6 && text[0] == '\\' && text[1] == 'u' && hex4(text + 2, value);
}

/* Sanitizes the escape that begins with the backslash text[0]. Returns the length of the escape. */
static size_t sanitize_escape(char *text, size_t size)
{
	static const char replacement[] = {'f', 'f', 'f', 'd'};
	uint32_t first, second;

	if (!read_unit(text, size, &first))
		return size < 2 ? size : 2;
	if (first >= 0xd800 && first < 0xdc00 && read_unit(text + 6, size - 6, &second) &&
		second >= 0xdc00 && second < 0xe000)
		return 12;
	if (first == 0 || (first >= 0xd800 && first < 0xe000))
		memcpy(text + 2, replacement, sizeof replacement);
	return 6;
}

/*
 * Sanitizes a string. text[0] is the byte after the opening quote. Returns the string's length,
 * which includes the closing quote.
 */
static size_t sanitize_string(char *text, size_t size)
{
	bool is_utf8 = true, is_damaged = false;
	size_t i = 0;

	while (i < size && text[i] != '"') {
		size_t length = 1;

		if (text[i] == '\\')
			length = sanitize_escape(text + i, size - i);
		else if ((unsigned char)text[i] >= 0x80)
			length = bot_utf8_length(text + i, size - i);
		is_damaged = is_damaged || (unsigned char)text[i] < ' ';
		is_utf8 = is_utf8 && length > 0;
		i += length > 0 ? length : 1;
	}
	if (!is_utf8 && !is_damaged)
		memset(text, '?', i);
	return i < size ? i + 1 : size;
}

/* Replaces a value by the digit 0 and spaces. */
static void blank(char *text, size_t length)
{
	memset(text, ' ', length);
	text[0] = '0';
}

static bool is_word(char c)
{
	return c == '-' || c == '+' || c == '.' || (c >= '0' && c <= '9') ||
	       (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns whether a word is a number that the bot accepts: it is short and has no exponent. */
static bool is_plain_number(const char *word, size_t length)
{
	size_t i = word[0] == '-', first = i;

	if (length > NUMBER_MOST)
		return false;
	while (i < length && is_digit(word[i]))
		i++;
	if (i == first || (word[first] == '0' && i > first + 1))
		return false;
	if (i == length)
		return true;
	first = i + 1;
	if (word[i++] != '.')
		return false;
	while (i < length && is_digit(word[i]))
		i++;
	return i == length && i > first;
}

/* Sanitizes a number, or a word such as true. Returns its length. */
static size_t sanitize_word(char *text, size_t size)
{
	static const char *const names[] = {"true", "false", "null"};
	size_t length = 1;

	while (length < size && is_word(text[length]))
		length++;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (length == strlen(names[i]) && memcmp(text, names[i], length) == 0)
			return length;
	if (!is_plain_number(text, length))
		blank(text, length);
	return length;
}

/*
 * Finds the first bracket, comma or colon outside strings, from text[start] on. text[start] itself
 * is not inside a string. Returns its index, or `size` if the text has none.
 */
static size_t find_mark(const char *text, size_t start, size_t size)
{
	bool quoted = false;

	for (size_t i = start; i < size; i++) {
		char c = text[i];

		if (quoted && c == '\\')
			i++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && c != '\0' && strchr("{}[],:", c))
			return i;
	}
	return size;
}

/*
 * Returns the length of the object or array that begins at text[0]. Returns `size` if the object or
 * array has no end.
 */
static size_t container_length(const char *text, size_t size)
{
	size_t depth = 0;

	for (size_t i = 0; i < size; i = find_mark(text, i + 1, size)) {
		if (text[i] == '{' || text[i] == '[')
			depth++;
		else if ((text[i] == '}' || text[i] == ']') && --depth == 0)
			return i + 1;
	}
	return size;
}

/*
 * Adds the bracket text[0] to *depth. If it opens an object or array that is nested too deep,
 * replaces the object or array. Returns how many bytes are done.
 */
static size_t sanitize_bracket(char *text, size_t size, size_t *depth)
{
	size_t length = 1;

	if (*text == '}' || *text == ']') {
		*depth -= *depth > 0;
	} else if (*depth < MX_JSON_DEPTH_MOST) {
		++*depth;
	} else {
		length = container_length(text, size);
		blank(text, length);
	}
	return length;
}

/* Rewrites the text as the comment before mx_json_parse describes. */
static void sanitize(char *text, size_t size)
{
	size_t depth = 0;

	for (size_t i = 0; i < size;) {
		char c = text[i];

		if (c == '"')
			i += 1 + sanitize_string(text + i + 1, size - i - 1);
		else if (c == '{' || c == '[' || c == '}' || c == ']')
			i += sanitize_bracket(text + i, size - i, &depth);
		else if (is_word(c))
			i += sanitize_word(text + i, size - i);
		else
			i++;
	}
}

json_t *mx_json_parse(char *text, size_t size)
{
	json_error_t error;

	if (!text)
		return NULL;
	sanitize(text, size);
	return json_loadb(text, size, 0, &error);
}

size_t mx_json_cost(const char *text, size_t size)
{
	size_t cost = size;

	for (size_t i = find_mark(text, 0, size); i < size; i = find_mark(text, i + 1, size)) {
		if (text[i] == '{' || text[i] == '[')
			cost += MX_JSON_CONTAINER;
		else if (text[i] == ',' || text[i] == ':')
			cost += MX_JSON_MEMBER;
	}
	return cost;
}

char *mx_json_print(const json_t *json)
{
	return json_dumps(json, JSON_COMPACT);
}

const char *mx_json_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

bool mx_json_text_is(const json_t *object, const char *key, const char *text)
{
	const char *value = mx_json_text(object, key);

	return value && strcmp(value, text) == 0;
}

void mx_json_wipe(json_t *object, const char *key)
{
	json_t *member = json_object_get(object, key);
	const char *text = json_string_value(member);

	/*
	 * json_string_value returns a const pointer to this memory. strchr returns the same pointer
	 * without const.
	 */
	if (text)
		sodium_memzero(strchr(text, *text), json_string_length(member));
}

bool mx_json_array_has(const json_t *array, const char *text)
{
	const json_t *value;
	size_t i;

	json_array_foreach (array, i, value)
		if (json_is_string(value) && strcmp(json_string_value(value), text) == 0)
			return true;
	return false;
}
