/*
 * Memory for JSON that lives for a short time: parsed answers, and what a request will send. Each
 * is a tree of many small blocks, which are made together and freed together. So these blocks lie
 * one behind the other in chunks of 64 KiB. When the last block of a chunk is freed, the chunk is
 * used again as a whole. Freed blocks keep their bytes: whoever read a secret wipes it
 * (mx_json_wipe). One block that is in use keeps its whole chunk, so the bot copies what it
 * remembers of an answer (json_copy). All other memory of jansson comes from malloc, and is wiped
 * when it is freed. client.c tells jansson about both.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_JSON_MEMORY_H
#define ADAPTERS_MATRIX_CLIENT_JSON_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Only between these two calls, mx_json_memory_allocate returns blocks. */
void mx_json_memory_begin(void);
void mx_json_memory_end(void);

/*
 * Returns a block that is aligned for every type. Returns NULL if the caller must use malloc:
 * outside of these calls, for a big block, or if all chunks are in use.
 */
void *mx_json_memory_allocate(size_t size);

/*
 * Frees a block. Returns false if the block is NULL or not from mx_json_memory_allocate; then the
 * caller must free it.
 */
bool mx_json_memory_free(void *block);

/* Gives the memory of the chunks without blocks back to the system. */
void mx_json_memory_trim(void);

#endif
