/* Reads and prints JSON. Answers of a homeserver hold events that strangers wrote. */
#ifndef MX_JSON_H
#define MX_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Parses `text`, which mx_json_sanitize rewrites first. Returns a new reference, or NULL if the
 * text is not one whole JSON object or array. `text` may be NULL.
 */
json_t *mx_json_parse(char *text, size_t size);

/*
 * The string under `key`, borrowed from `object`; NULL: there is no such string. `object` may be
 * NULL.
 */
const char *mx_json_text(const json_t *object, const char *key);

/* Wipes the string under `key`, a secret. Only json_decref may use the object after that. */
void mx_json_wipe(json_t *object, const char *key);

/* Returns the text of an object or array, without spaces. The caller frees it. */
char *mx_json_print(const json_t *json);

/* Whether one of the array's values is this string. `array` may be NULL. */
bool mx_json_array_has(const json_t *array, const char *text);

#endif
