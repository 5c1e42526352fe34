/* Prints JSON. jansson's own printer looks at each character several times. */
#ifndef ADAPTERS_MATRIX_CLIENT_JSON_PRINT_H
#define ADAPTERS_MATRIX_CLIENT_JSON_PRINT_H

#include <jansson.h>

/*
 * Returns the JSON text of an object or array, without spaces, or NULL for NULL. The caller frees
 * the text.
 */
char *mx_json_print(const json_t *json);

#endif
