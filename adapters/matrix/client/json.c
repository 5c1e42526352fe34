#include "adapters/matrix/client/json.h"

#include "adapters/matrix/client/json_memory.h"
#include "adapters/matrix/client/json_print.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MOST 17 /* characters of -9007199254740991, the least integer of canonical JSON */

static bool is_word_character(char c)
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

/* Returns a word or a number as JSON, a new reference. */
static json_t *make_word(const char *word, size_t length)
{
	json_int_t number = 0;

	if (length == 4 && memcmp(word, "true", 4) == 0)
		return json_true();
	if (length == 5 && memcmp(word, "false", 5) == 0)
		return json_false();
	if (length == 4 && memcmp(word, "null", 4) == 0)
		return json_null();
	if (!is_plain_number(word, length))
		return json_integer(0);
	if (memchr(word, '.', length))
		return json_loadb(word, length, JSON_DECODE_ANY, NULL);
	for (size_t i = *word == '-'; i < length; i++)
		number = 10 * number + (word[i] - '0');
	return json_integer(*word == '-' ? -number : number);
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
		else if (!quoted &&
			 (c == ',' || c == ':' || c == '{' || c == '}' || c == '[' || c == ']'))
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

/* A buffer for one decoded string after another. */
struct buffer {
	char *text;
	size_t capacity;
};

/* A text while it is parsed. */
struct reader {
	const char *at, *end; /* the rest of the text */
	unsigned depth;       /* how many objects and arrays are open */
	struct buffer key;    /* the key that was read last */
	struct buffer string; /* the string that was decoded last */
};

static void skip_spaces(struct reader *reader)
{
	while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t' ||
						   *reader->at == '\n' || *reader->at == '\r'))
		reader->at++;
}

/* Skips spaces and then the byte `mark`. Returns false if another byte comes after the spaces. */
static bool take(struct reader *reader, char mark)
{
	if (reader->at < reader->end && *reader->at != mark) /* a homeserver writes no spaces */
		skip_spaces(reader);
	if (reader->at == reader->end || *reader->at != mark)
		return false;
	reader->at++;
	return true;
}

/* A string may be a secret, such as an access token. */
static void free_buffer(struct buffer *buffer)
{
	if (buffer->text)
		sodium_memzero(buffer->text, buffer->capacity);
	free(buffer->text);
}

/* Makes room for this many bytes. Forgets the buffer's content. */
static void reserve(struct buffer *buffer, size_t size)
{
	if (size <= buffer->capacity)
		return;
	free_buffer(buffer);
	buffer->capacity = 2 * size;
	buffer->text = bot_malloc(buffer->capacity);
}

/*
 * Reads a string whose opening quote has been read. Sets *text to the string, which is not
 * terminated and lies in the parsed text or in reader->string. Returns the string's length, or -1
 * if the text has no string here.
 */
static ptrdiff_t read_string(struct reader *reader, const char **text)
{
	const char *start = reader->at;
	bool is_plain;
	ptrdiff_t length = mx_json_string_length(start, (size_t)(reader->end - start), &is_plain);

	if (length < 0)
		return -1;
	reader->at = start + length + 1;
	*text = start;
	if (is_plain)
		return length;
	reserve(&reader->string, (size_t)length);
	*text = reader->string.text;
	return mx_json_string_decode(reader->string.text, start, (size_t)length);
}

static json_t *read_text(struct reader *reader)
{
	const char *text;
	ptrdiff_t length = read_string(reader, &text);

	return length < 0 ? NULL : json_stringn_nocheck(text, (size_t)length);
}

/*
 * Reads a key and the colon after it. Copies the key to reader->key, with a NUL. Returns false if
 * the text has no key here.
 */
static bool read_key(struct reader *reader)
{
	const char *text;
	ptrdiff_t length;

	if (!take(reader, '"'))
		return false;
	length = read_string(reader, &text);
	if (length < 0)
		return false;
	reserve(&reader->key, (size_t)length + 1);
	memcpy(reader->key.text, text, (size_t)length);
	reader->key.text[length] = '\0';
	return take(reader, ':');
}

/*
 * Reads a string, number or word, or the opening bracket of an object or array. Returns the value
 * as a new reference, without the members of the object or array. Returns NULL if the text has
 * something else here.
 */
static json_t *begin_value(struct reader *reader)
{
	const char *start;

	if (take(reader, '"'))
		return read_text(reader);
	if (reader->at == reader->end)
		return NULL;
	start = reader->at;
	if (*start != '{' && *start != '[') {
		while (reader->at < reader->end && is_word_character(*reader->at))
			reader->at++;
		return reader->at == start ? NULL : make_word(start, (size_t)(reader->at - start));
	}
	if (reader->depth < MX_JSON_DEPTH_MOST) {
		reader->at++;
		return *start == '{' ? json_object() : json_array();
	}
	reader->at += container_length(start, (size_t)(reader->end - start));
	return json_integer(0);
}

static bool is_container(const json_t *value)
{
	return json_is_object(value) || json_is_array(value);
}

/*
 * Reads the members of an object or array, and its closing bracket. The opening bracket has been
 * read. Returns false if the text is not JSON. A container is added to the one around it before its
 * own members are read, so that the buffer for the key is free for their keys.
 */
static bool read_members(struct reader *reader, json_t *container)
{
	bool is_object = json_is_object(container);
	char close = is_object ? '}' : ']';

	if (take(reader, close))
		return true;
	reader->depth++;
	do {
		json_t *value;

		if (is_object && !read_key(reader))
			return false;
		value = begin_value(reader);
		if (!value)
			return false;
		if (is_object)
			(void)json_object_set_new_nocheck(container, reader->key.text, value);
		else
			(void)json_array_append_new(container, value);
		if (is_container(value) && !read_members(reader, value))
			return false;
	} while (take(reader, ','));
	reader->depth--;
	return take(reader, close);
}

json_t *mx_json_parse_value(const char *text, size_t size)
{
	struct reader reader = {.at = text, .end = text + size};
	json_t *value;
	bool whole;

	mx_json_memory_begin();
	value = begin_value(&reader);
	whole = value && (!is_container(value) || read_members(&reader, value));
	mx_json_memory_end();
	skip_spaces(&reader);
	if (!whole || reader.at < reader.end) {
		json_decref(value);
		value = NULL;
	}
	free_buffer(&reader.key);
	free_buffer(&reader.string);
	return value;
}

json_t *mx_json_parse(const char *text, size_t size)
{
	json_t *value = text ? mx_json_parse_value(text, size) : NULL;

	if (!value || is_container(value))
		return value;
	json_decref(value);
	return NULL;
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

static void release(void *json)
{
	json_decref(json);
}

json_t *mx_json_scratch(json_t *json)
{
	bot_scratch_own(json, release);
	return json;
}

void mx_json_remember(json_t *object, const char *key, json_t *value, size_t most)
{
	if (json_object_size(object) >= most)
		(void)json_object_del(object, json_object_iter_key(json_object_iter(object)));
	(void)json_object_set_new(object, key, value);
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
