/* JSON from a homeserver: what strangers put in their events is in it, word for word. */
#ifndef MX_JSON_H
#define MX_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Rewrites in place, at the same length, what JSON allows and jansson refuses: the escape of NUL
 * and lone surrogates become U+FFFD, numbers with an exponent or more than 17 characters become 0.
 * Otherwise one such event would make a whole answer unreadable, and the bot deaf for ever.
 */
void mx_json_tame(char *text, size_t size);

/* Tames and parses. NULL: not one whole JSON object or array, or no memory. */
json_t *mx_json_parse(char *text, size_t size);

/* A member that is a string, borrowed from `object`; NULL: there is none. `object` may be NULL. */
const char *mx_json_text(const json_t *object, const char *key);

/* Wipes the text of a member that is a secret; the object is of no use any more. */
void mx_json_wipe(json_t *object, const char *key);

/*
 * The text of a JSON value, for the caller to free; NULL: no memory. json_dumps is not to be used:
 * where memory runs short it leaves out what it has no room for, and says nothing.
 */
char *mx_json_print(const json_t *json);

/* Whether an array has the text among its values. */
bool mx_json_lists(const json_t *array, const char *text);

#endif
