#include "adapters/matrix/client/json_print.h"

#include "bot/base/memory.h"
#include "bot/base/utf8.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT      0xfffd /* U+FFFD REPLACEMENT CHARACTER */
#define BIG_ENDIAN_BYTES (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

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
 * Reads the escape of a UTF-16 unit (\uXXXX), whose backslash is text[0]. Returns false if the text
 * does not begin with such an escape.
 */
static bool read_unit(const char *text, const char *end, uint32_t *value)
{
	return end - text >= 6 && text[0] == '\\' && text[1] == 'u' && hex4(text + 2, value);
}

/* Writes a character as UTF-8. Returns the end of what it wrote. */
static char *write_character(char *out, uint32_t code)
{
	if (code < 0x80) {
		*out++ = (char)code;
		return out;
	}
	if (code < 0x800) {
		*out++ = (char)(0xc0 | code >> 6);
	} else if (code < 0x10000) {
		*out++ = (char)(0xe0 | code >> 12);
		*out++ = (char)(0x80 | (code >> 6 & 0x3f));
	} else {
		*out++ = (char)(0xf0 | code >> 18);
		*out++ = (char)(0x80 | (code >> 12 & 0x3f));
		*out++ = (char)(0x80 | (code >> 6 & 0x3f));
	}
	*out++ = (char)(0x80 | (code & 0x3f));
	return out;
}

/*
 * Decodes the escape whose backslash is text[0]. Adds the character to *out. Returns the end of the
 * escape, or NULL if JSON has no such escape.
 */
static const char *decode_escape(const char *text, const char *end, char **out)
{
	static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
	const char *name = text[1] ? strchr(names, text[1]) : NULL;
	uint32_t first, second;

	if (name) {
		*(*out)++ = bytes[name - names];
		return text + 2;
	}
	if (!read_unit(text, end, &first))
		return NULL;
	text += 6;
	if (first >= 0xd800 && first < 0xdc00 && read_unit(text, end, &second) &&
		second >= 0xdc00 && second < 0xe000) {
		first = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
		text += 6;
	} else if (first == 0 || (first >= 0xd800 && first < 0xe000)) {
		first = REPLACEMENT;
	}
	*out = write_character(*out, first);
	return text;
}

/* Sets the highest bit of at least one byte of the result if a byte of `word` is zero. */
static uint64_t find_zero(uint64_t word)
{
	return (word - UINT64_C(0x0101010101010101)) & ~word;
}

/*
 * Returns how many bytes at the beginning, a multiple of eight, are no control characters, quotes
 * or backslashes. Most strings have none. Compares eight bytes at a time. Sets *is_ascii to false
 * if one of the bytes is not ASCII.
 */
static size_t count_plain(const char *text, size_t size, bool *is_ascii)
{
	const uint64_t each = UINT64_C(0x0101010101010101), highest = 0x80 * each;
	uint64_t word, all = 0;
	size_t length = 0;

	for (; size - length >= sizeof(word); length += sizeof(word)) {
		memcpy(&word, text + length, sizeof(word));
		uint64_t special = ((word - ' ' * each) & ~word) | find_zero(word ^ ('"' * each)) |
				   find_zero(word ^ ('\\' * each));
		special &= highest;
		if (special && BIG_ENDIAN_BYTES)
			break;
		if (special) { /* its lowest bit is exact: a borrow only goes up */
			unsigned before = (unsigned)__builtin_ctzll(special) - 7;

			all |= word & ((UINT64_C(1) << before) - 1);
			length += before / 8;
			break;
		}
		all |= word;
	}
	*is_ascii = *is_ascii && !(all & highest);
	return length;
}

ptrdiff_t mx_json_string_length(const char *text, size_t size, bool *is_plain)
{
	*is_plain = true;
	for (size_t i = count_plain(text, size, is_plain); i < size; i++) {
		unsigned char byte = (unsigned char)text[i];

		if (byte < ' ')
			return -1;
		if (byte == '"')
			return (ptrdiff_t)i;
		if (byte >= 0x80)
			*is_plain = false;
		if (byte != '\\')
			continue;
		*is_plain = false;
		i++; /* skip the escaped character, and then all plain ones */
		if (i + 1 < size)
			i += count_plain(text + i + 1, size - i - 1, is_plain);
	}
	return -1;
}

ptrdiff_t mx_json_string_decode(char *out, const char *text, size_t size)
{
	const char *start = out, *end = text + size;

	if (!bot_utf8_is_valid_bytes(text, size)) {
		memset(out, '?', size);
		return (ptrdiff_t)size;
	}
	while (text && text < end) {
		const char *escape = memchr(text, '\\', (size_t)(end - text));
		size_t length = (size_t)((escape ? escape : end) - text);

		memcpy(out, text, length);
		out += length;
		text = escape ? decode_escape(escape, end, &out) : end;
	}
	return text ? out - start : -1;
}

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
	size_t length = count_plain(text, size, &is_ascii);

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
