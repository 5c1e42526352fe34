/*
 * Allocation functions that never return NULL. If no memory is left, the process ends with a
 * message. The store stays as it was after the last commit, and the service manager starts the bot
 * again. So callers don't check for NULL. jansson and libcurl get their memory in the same way
 * (adapters/matrix/client/client.h). SQLite is an exception: if no memory is left, the functions of
 * the store fail as they do for any other reason.
 *
 * The caller frees the memory with free().
 */
#ifndef BOT_BASE_MEMORY_H
#define BOT_BASE_MEMORY_H

#include <stddef.h>

/* Like malloc, calloc, realloc, strdup and strndup. A size of 0 is allowed. */
void *bot_malloc(size_t size);
void *bot_calloc(size_t count, size_t size);
void *bot_realloc(void *memory, size_t size);
char *bot_strdup(const char *string);
char *bot_strndup(const char *string, size_t most);

/*
 * Returns `memory`, or ends the process if `memory` is NULL. Callers use this function for memory
 * that asprintf, open_memstream and similar functions allocate.
 */
void *bot_memory_or_exit(void *memory);

#endif
