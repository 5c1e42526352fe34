#include "adapters/matrix/client/json_memory.h"

#include <assert.h>
#include <sodium.h>
#include <stdint.h>
#include <sys/mman.h>

#define CHUNK  ((size_t)64 << 10)
#define ALIGN  _Alignof(max_align_t)
#define LARGE  (CHUNK / 8) /* a bigger block could leave too much of a chunk unused */
#define CHUNKS 1024U       /* 64 MiB of addresses, more than the trees of json_stream.h need */

#if defined(__SANITIZE_ADDRESS__)
#define IS_USED false /* each block is from malloc, so that the sanitizer guards it */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_USED false
#endif
#endif
#ifndef IS_USED
#define IS_USED true
#endif

static struct {
	char *chunks; /* the addresses of all chunks, or NULL before the first parse */
	bool parsing;
	unsigned current;        /* the chunk of the next block */
	unsigned touched;        /* the chunks from this one on were never used */
	uint32_t blocks[CHUNKS]; /* how many blocks of each chunk are in use */
	uint32_t size[CHUNKS];   /* how many bytes of each chunk have been given away */
	uint16_t empty[CHUNKS]; /* a stack of touched chunks without blocks, without the current one
				 */
	unsigned empty_count;
} memory;

static void reserve_addresses(void)
{
	void *chunks = mmap(NULL, CHUNKS * CHUNK, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (chunks == MAP_FAILED)
		return;
	/* A huge page would take 2 MiB of memory for the first block. */
	(void)madvise(chunks, CHUNKS * CHUNK, MADV_NOHUGEPAGE);
	memory.chunks = chunks;
	memory.touched = 1;
}

void mx_json_memory_begin(void)
{
	if (IS_USED && !memory.chunks)
		reserve_addresses();
	memory.parsing = memory.chunks != NULL;
}

void mx_json_memory_end(void)
{
	memory.parsing = false;
}

static bool choose_chunk(void)
{
	if (memory.empty_count > 0)
		memory.current = memory.empty[--memory.empty_count];
	else if (memory.touched < CHUNKS)
		memory.current = memory.touched++;
	else
		return false;
	return true;
}

void *mx_json_memory_take(size_t size)
{
	char *block;

	if (!memory.parsing || size > LARGE)
		return NULL;
	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	if (size > CHUNK - memory.size[memory.current] && !choose_chunk())
		return NULL;
	block = memory.chunks + memory.current * CHUNK + memory.size[memory.current];
	memory.size[memory.current] += (uint32_t)size;
	memory.blocks[memory.current]++;
	return block;
}

bool mx_json_memory_give(void *block)
{
	size_t offset = (uintptr_t)block - (uintptr_t)memory.chunks, chunk = offset / CHUNK;

	if (!memory.chunks || chunk >= CHUNKS)
		return false;
	assert(memory.blocks[chunk] > 0);
	if (--memory.blocks[chunk] > 0)
		return true;
	sodium_memzero(memory.chunks + chunk * CHUNK, memory.size[chunk]);
	memory.size[chunk] = 0;
	if (chunk != memory.current)
		memory.empty[memory.empty_count++] = (uint16_t)chunk;
	return true;
}

void mx_json_memory_trim(void)
{
	for (unsigned i = 0; i < memory.empty_count; i++)
		(void)madvise(memory.chunks + memory.empty[i] * CHUNK, CHUNK, MADV_DONTNEED);
}
