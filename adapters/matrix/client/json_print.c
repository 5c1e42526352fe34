#include "adapters/matrix/client/json_print.h"

#include "adapters/matrix/client/json_string.h"
#include "bot/base/memory.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE 64 /* bytes, more than any number needs */

#define FIRST_ROOM 2048 /* bytes for most of the messages that the bot sends */

/* The printed text, and the bytes that `data` has room for. */
struct output {
	char *data;
	size_t size, room;
};

/* Makes room for more bytes. Wipes the text that it has copied: it may be a secret. */
static void grow(struct output *output, size_t more)
{
	size_t room = 2 * (output->size + more);
	char *data = bot_malloc(room);

	memcpy(data, output->data, output->size);
	sodium_memzero(output->data, output->size);
	free(output->data);
	output->data = data;
	output->room = room;
}

static void put(struct output *output, const char *bytes, size_t size)
{
	if (size > output->room - output->size)
		grow(output, size);
	memcpy(output->data + output->size, bytes, size);
	output->size += size;
}

/* Prints a character that JSON escapes. */
static void put_escaped(struct output *output, char c)
{
	static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *found = memchr(plain, c, sizeof(plain) - 1);
	char code[8];

	if (found) {
		put(output, (const char[]){'\\', letters[found - plain]}, 2);
		return;
	}
	snprintf(code, sizeof(code), "\\u%04x", (unsigned char)c);
	put(output, code, strlen(code));
}

/* Returns how many bytes at the beginning need no escape. */
static size_t unescaped(const char *text, size_t size)
{
	bool is_ascii = true;
	size_t length = mx_json_string_plain(text, size, &is_ascii);

	while (length < size && (unsigned char)text[length] >= 0x20 && text[length] != '"' &&
		text[length] != '\\')
		length++;
	return length;
}

static void put_string(struct output *output, const char *text, size_t size)
{
	put(output, "\"", 1);
	while (size > 0) {
		size_t length = unescaped(text, size);

		put(output, text, length);
		if (length < size)
			put_escaped(output, text[length++]);
		text += length;
		size -= length;
	}
	put(output, "\"", 1);
}

static void put_value(struct output *output, json_t *json);

static void put_object(struct output *output, json_t *json)
{
	const char *key;
	json_t *value;
	bool first = true;

	put(output, "{", 1);
	json_object_foreach (json, key, value) {
		put(output, ",", first ? 0 : 1);
		put_string(output, key, strlen(key));
		put(output, ":", 1);
		put_value(output, value);
		first = false;
	}
	put(output, "}", 1);
}

static void put_array(struct output *output, json_t *json)
{
	json_t *value;
	size_t i;

	put(output, "[", 1);
	json_array_foreach (json, i, value) {
		put(output, ",", i > 0);
		put_value(output, value);
	}
	put(output, "]", 1);
}

/* Prints a number, true, false or null. */
static void put_word(struct output *output, const json_t *json)
{
	char word[NUMBER_SIZE];

	put(output, word, json_dumpb(json, word, sizeof(word), JSON_ENCODE_ANY));
}

static void put_value(struct output *output, json_t *json)
{
	if (json_is_object(json))
		put_object(output, json);
	else if (json_is_array(json))
		put_array(output, json);
	else if (json_is_string(json))
		put_string(output, json_string_value(json), json_string_length(json));
	else
		put_word(output, json);
}

char *mx_json_print(const json_t *json)
{
	struct output output = {.room = FIRST_ROOM};
	/* jansson's iterators take no const object, although they change nothing. */
	const union {
		const json_t *given;
		json_t *value;
	} same = {json};

	if (!json)
		return NULL;
	output.data = bot_malloc(output.room);
	put_value(&output, same.value);
	put(&output, "", 1); /* the NUL */
	return output.data;
}
