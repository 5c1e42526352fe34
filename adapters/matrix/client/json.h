/*
 * Reads and prints JSON. An answer of a homeserver holds events that strangers wrote, each word for
 * word. If jansson refused one event, it would refuse the whole answer, and the bot would never
 * receive anything again. So the text is rewritten before jansson reads it.
 */
#ifndef MX_JSON_H
#define MX_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * How deeply objects and arrays may be nested. The bot reads nothing below level 16. jansson stops
 * at level 2,048, and the encryption library at 128.
 */
#define MX_JSON_DEPTH_MOST 64

/*
 * Parses `text`. Returns a new reference, or NULL if the text is not one whole JSON object or
 * array. `text` may be NULL. First rewrites `text` in place, at the same length:
 *
 *  - in strings, the escape of NUL and lone surrogates become U+FFFD;
 *  - a string with bytes that are no UTF-8 becomes question marks from end to end: replacing only
 *    the bad bytes could turn an id into that of another room;
 *  - numbers with an exponent or more than 17 characters, and words that JSON does not know (NaN,
 *    Infinity), become 0;
 *  - an object or array below level MX_JSON_DEPTH_MOST becomes 0.
 *
 * Bytes that no JSON has, such as raw control characters, are left as they are: the text was
 * damaged on its way, and nobody knows what it said before.
 */
json_t *mx_json_parse(char *text, size_t size);

/* About how many bytes of memory jansson needs for a container, and for each value in it. */
#define MX_JSON_CONTAINER 240
#define MX_JSON_MEMBER    100

/* Estimates how many bytes of memory a JSON text needs once it is parsed, with the text. */
size_t mx_json_cost(const char *text, size_t size);

/* Returns the text of an object or array, without spaces. The caller frees it. */
char *mx_json_print(const json_t *json);

/*
 * Returns the string under `key`, borrowed from `object`, or NULL if there is no such string.
 * `object` may be NULL.
 */
const char *mx_json_text(const json_t *object, const char *key);

/* Whether the value under `key` is the string `text`. `object` may be NULL. */
bool mx_json_text_is(const json_t *object, const char *key, const char *text);

/* Wipes the string under `key`, a secret. Only json_decref may use the object after that. */
void mx_json_wipe(json_t *object, const char *key);

/* Returns whether one of the array's values is this string. `array` may be NULL. */
bool mx_json_array_has(const json_t *array, const char *text);

#endif
