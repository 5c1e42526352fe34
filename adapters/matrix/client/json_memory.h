/*
 * Memory for parsed JSON. A parsed answer is a tree of hundreds of small blocks, which are made
 * together and freed together. So the parser's blocks lie one behind the other in chunks of 64 KiB.
 * When the last block of a chunk is freed, the chunk is wiped as a whole and used again. A block
 * may live as long as it likes, but it keeps its chunk, so what the bot remembers of an answer is
 * copied (json_copy). All other memory of jansson comes from malloc. client.c tells jansson about
 * both.
 */
#ifndef MX_JSON_MEMORY_H
#define MX_JSON_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Between these two calls mx_json_memory_take gives memory. The parser calls them. */
void mx_json_memory_begin(void);
void mx_json_memory_end(void);

/*
 * Returns a block that is aligned for every type. Returns NULL if the caller must use malloc: for a
 * big block, outside of a parse, or if all chunks are in use.
 */
void *mx_json_memory_take(size_t size);

/* Frees a block. Returns false if the block is not from mx_json_memory_take; it may be NULL. */
bool mx_json_memory_give(void *block);

/* Returns the memory of the chunks that are not in use to the system. */
void mx_json_memory_trim(void);

#endif
