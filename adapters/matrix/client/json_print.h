/*
 * Printing JSON, and reading the strings of a JSON text, which json.c does with these functions.
 * They replace jansson's own printer, which looks at each character several times.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_JSON_PRINT_H
#define ADAPTERS_MATRIX_CLIENT_JSON_PRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the length of the string whose opening quote comes before `text`, without its quotes.
 * Returns -1 if the string has no end, or a raw control character, which JSON does not allow there.
 * Sets *is_plain to whether the string has only ASCII characters and no escapes, so that its bytes
 * need no decoding.
 */
ptrdiff_t mx_json_string_length(const char *text, size_t size, bool *is_plain);

/*
 * Decodes the bytes between the quotes of a string. Writes the decoded string to `out`, which has
 * room for `size` bytes, without a NUL. Returns the length of the decoded string, or -1 if the
 * string has an escape that JSON does not know. Replaces NUL, lone surrogates and strings that are
 * not UTF-8 as mx_json_parse says.
 */
ptrdiff_t mx_json_string_decode(char *out, const char *text, size_t size);

/*
 * Returns the JSON text of an object or array, without spaces, or NULL for NULL. The caller frees
 * the text.
 */
char *mx_json_print(const json_t *json);

#endif
