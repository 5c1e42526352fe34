/*
 * Reads JSON. An answer of a homeserver holds events word for word as strangers wrote them. If
 * jansson's own parser refused one event, it would refuse the whole answer. Then the bot would get
 * the same answer again and again, and no later event. So this module has a parser of its own,
 * which makes values of jansson. It also needs far less time than jansson's parser.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_JSON_H
#define ADAPTERS_MATRIX_CLIENT_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * How many levels of objects and arrays may be nested. The bot needs at most 16 levels. jansson
 * refuses a text with more than 2,048 levels, and the encryption library refuses a text with more
 * than 128 levels.
 */
#define MX_JSON_DEPTH_MOST 64

/*
 * Parses `text`. Returns a new reference, or NULL if the text is not one whole JSON object or
 * array. `text` may be NULL. Replaces what jansson or the bot can't take:
 *
 *  - in strings, the escape of NUL and the escapes of lone surrogates become U+FFFD;
 *  - if a string has bytes that are not UTF-8, all bytes of the string become question marks: if
 *    only the bad bytes were replaced, an id could become the id of another room;
 *  - numbers with an exponent or more than 17 characters, and words that JSON does not know (NaN,
 *    Infinity), become 0;
 *  - an object or array that is nested deeper than MX_JSON_DEPTH_MOST levels becomes 0.
 *
 * Refuses a text with bytes that JSON does not allow, such as raw control characters. They show
 * that the text was damaged on its way, so nobody knows what it said before.
 */
json_t *mx_json_parse(const char *text, size_t size);

/* As mx_json_parse, but the text may also be one string, number or word. It must not be NULL. */
json_t *mx_json_parse_value(const char *text, size_t size);

/* About how many bytes of memory jansson needs for an object or array, and for each value in it. */
#define MX_JSON_CONTAINER 240
#define MX_JSON_MEMBER    100

/* Estimates how many bytes of memory a JSON text and the values parsed from it need together. */
size_t mx_json_cost(const char *text, size_t size);

/*
 * Returns the string under `key`, borrowed from `object`, or NULL if there is no such string.
 * `object` may be NULL.
 */
const char *mx_json_text(const json_t *object, const char *key);

/* Returns whether the value under `key` is the string `text`. `object` may be NULL. */
bool mx_json_text_is(const json_t *object, const char *key, const char *text);

/*
 * Wipes the secret string under `key`. After this call, the caller may use the object only for
 * json_decref.
 */
void mx_json_wipe(json_t *object, const char *key);

/*
 * Takes a reference, which ends with the caller's attempt (bot/base/attempt.h). Returns it. `json`
 * may be NULL.
 */
json_t *mx_json_scratch(json_t *json);

/*
 * Sets a value of an object that remembers the newest `most` keys: if it has so many, the oldest
 * one gives way. Takes the reference to the value.
 */
void mx_json_remember(json_t *object, const char *key, json_t *value, size_t most);

/* Returns whether one of the array's values is this string. `array` may be NULL. */
bool mx_json_array_has(const json_t *array, const char *text);

#endif
