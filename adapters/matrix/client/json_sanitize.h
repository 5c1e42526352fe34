/*
 * Rewrites JSON from strangers so that jansson can read it. An answer of the homeserver has
 * everybody's events, each word for word. If jansson refused one event, it would refuse the whole
 * answer, and the bot would never hear anything again.
 */
#ifndef MX_JSON_SANITIZE_H
#define MX_JSON_SANITIZE_H

#include <stddef.h>

/*
 * How deeply objects and arrays may be nested. The bot reads nothing below level 16. jansson stops
 * at level 2,048, and the encryption library at 128.
 */
#define MX_JSON_DEPTH_MOST 64

/*
 * Rewrites `text` in place, at the same length:
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
void mx_json_sanitize(char *text, size_t size);

/*
 * Finds the next bracket, comma or colon that is not inside a string, in text[start] or after it.
 * text[start] itself is not inside a string. Returns the place, or `size` if there is none.
 */
size_t mx_json_find_mark(const char *text, size_t start, size_t size);

#endif
