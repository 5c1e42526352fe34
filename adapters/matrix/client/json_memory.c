#include "adapters/matrix/client/json_memory.h"

#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

#define CHUNK_SIZE ((size_t)64 << 10)
/*
 * 16 MiB, enough for most answers. The rest of a bigger tree comes from malloc. One small value can
 * keep a chunk in use, so this also limits how much memory hostile answers can waste.
 */
#define CHUNKS_MOST 256U
#define BLOCK_MOST  (CHUNK_SIZE / 8) /* a bigger block could leave too much of a chunk unused */
#define ALIGNMENT   _Alignof(max_align_t)

/* Under AddressSanitizer, each block comes from malloc, so that the sanitizer guards it. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_CHUNKS false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_CHUNKS false
#endif
#endif
#ifndef HAS_CHUNKS
#define HAS_CHUNKS true
#endif

static struct {
	char *chunks; /* the first byte of the first chunk, or NULL before the first parse */
	bool parsing;
	unsigned current;             /* the chunk of the next block */
	unsigned first_new;           /* this chunk and all later ones were never used */
	uint32_t blocks[CHUNKS_MOST]; /* how many blocks of each chunk are in use */
	uint32_t used[CHUNKS_MOST];   /* how many bytes of each chunk belong to blocks */
	/* a stack of the chunks that had blocks and have none now, except the current chunk */
	uint16_t empty[CHUNKS_MOST];
	unsigned empty_count;
} memory;

static void reserve_addresses(void)
{
	void *chunks = mmap(NULL, CHUNKS_MOST * CHUNK_SIZE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (chunks == MAP_FAILED)
		return;
	/* A huge page would take 2 MiB of memory for the first block. */
	(void)madvise(chunks, CHUNKS_MOST * CHUNK_SIZE, MADV_NOHUGEPAGE);
	memory.chunks = chunks;
	memory.first_new = 1;
}

void mx_json_memory_begin(void)
{
	if (HAS_CHUNKS && !memory.chunks)
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
	else if (memory.first_new < CHUNKS_MOST)
		memory.current = memory.first_new++;
	else
		return false;
	return true;
}

void *mx_json_memory_allocate(size_t size)
{
	char *block;

	if (!memory.parsing || size > BLOCK_MOST)
		return NULL;
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (size > CHUNK_SIZE - memory.used[memory.current] && !choose_chunk())
		return NULL;
	block = memory.chunks + memory.current * CHUNK_SIZE + memory.used[memory.current];
	memory.used[memory.current] += (uint32_t)size;
	memory.blocks[memory.current]++;
	return block;
}

bool mx_json_memory_free(void *block)
{
	size_t offset = (uintptr_t)block - (uintptr_t)memory.chunks, chunk = offset / CHUNK_SIZE;

	if (!memory.chunks || chunk >= CHUNKS_MOST)
		return false;
	assert(memory.blocks[chunk] > 0);
	if (--memory.blocks[chunk] > 0)
		return true;
	memory.used[chunk] = 0;
	if (chunk != memory.current)
		memory.empty[memory.empty_count++] = (uint16_t)chunk;
	return true;
}

void mx_json_memory_trim(void)
{
	for (unsigned i = 0; i < memory.empty_count; i++)
		(void)madvise(
			memory.chunks + memory.empty[i] * CHUNK_SIZE, CHUNK_SIZE, MADV_DONTNEED);
}
