/*
 * Memory that is always there. If none is left, the process ends with a message: its store stays as
 * it was after the last commit, and the service manager starts it again. So no caller checks for
 * NULL. jansson and libcurl get their memory in the same way (adapters/matrix/client/client.h).
 * SQLite is the exception: it reports that no memory is left like any other failure of the store.
 *
 * Free what these functions return with free().
 */
#ifndef BOT_MEMORY_H
#define BOT_MEMORY_H

#include <stddef.h>

/* Like malloc, calloc, realloc, strdup and strndup. A size of 0 is allowed. */
void *bot_malloc(size_t size);
void *bot_calloc(size_t count, size_t size);
void *bot_realloc(void *memory, size_t size);
char *bot_strdup(const char *string);
char *bot_strndup(const char *string, size_t most);

/* Returns `memory`, or ends the process if it is NULL: for asprintf, open_memstream and the like.
 */
void *bot_memory_or_exit(void *memory);

#endif
