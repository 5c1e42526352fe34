/*
 * Memory for SQLite that can run out. SQLite asks for a hundred thousand blocks in a schedule. To
 * make this fast, the blocks have a few fixed sizes and are used again and again.
 */
#include "tests/sim/supply.h"

#include "tests/sim/faults.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define STEP   ((size_t)16)
#define STEPS  64 /* blocks up to a kilobyte have a size class for every 16 bytes */
#define LARGE  8  /* larger blocks have a size class for each power of two */
#define ARENA  ((size_t)1 << 20)
#define HEADER STEP /* the size of a block's header; the memory after the header is aligned */

#if defined(__SANITIZE_ADDRESS__)
#define POOLED 0 /* each block is allocated alone, so that the sanitizer guards it */
#else
#define POOLED 1
#endif

union block {
	struct {
		size_t size, class;
	} head;
	union block *next; /* while the block is free */
};

static struct {
	union block *free[STEPS + LARGE];
	char *arena;
	size_t left;
	unsigned first, count;
	bool held;
	unsigned long refused;
} memory = {.held = true};

static size_t class_of(size_t size)
{
	size_t class = STEPS, room = 2 * STEP * STEPS;

	if (size <= STEP * STEPS)
		return size == 0 ? 0 : (size - 1) / STEP;
	while (size > room && class < STEPS + LARGE) {
		class ++;
		room *= 2;
	}
	return class;
}

static size_t room_of(size_t class, size_t size)
{
	if (class < STEPS)
		return (class + 1) * STEP;
	return class < STEPS + LARGE ? 2 * STEP * STEPS << (class - STEPS) : size;
}

static bool is_starved(void)
{
	if (memory.count == 0 || memory.held)
		return false;
	if (memory.first > 1) {
		memory.first--;
		return false;
	}
	memory.count--;
	memory.refused++;
	sim_saw(SIM_NO_MEMORY);
	return true;
}

static union block *carve(size_t size)
{
	union block *block;

	if (size > memory.left) { /* the unused end of the old arena is lost */
		memory.arena = malloc(ARENA);
		memory.left = memory.arena ? ARENA : 0;
	}
	if (size > memory.left)
		return NULL;
	block = (union block *)(void *)memory.arena;
	memory.arena += size;
	memory.left -= size;
	return block;
}

static void *get(size_t size)
{
	size_t class = class_of(size), room = room_of(class, size);
	union block *block = NULL;

	if (is_starved())
		return NULL;
	if (!POOLED || class == STEPS + LARGE) {
		class = STEPS + LARGE;
		block = malloc(HEADER + size);
		room = size;
	} else if (memory.free[class]) {
		block = memory.free[class];
		memory.free[class] = block->next;
	} else {
		block = carve(HEADER + room);
	}
	if (!block)
		return NULL;
	block->head.size = room;
	block->head.class = class;
	return (char *)block + HEADER;
}

static union block *block_of(void *bytes)
{
	return (union block *)(void *)((char *)bytes - HEADER);
}

static void put(void *bytes)
{
	union block *block = bytes ? block_of(bytes) : NULL;
	size_t class;

	if (!block)
		return;
	class = block->head.class;
	if (class == STEPS + LARGE) {
		free(block);
		return;
	}
	block->next = memory.free[class];
	memory.free[class] = block;
}

static void *sql_get(int size)
{
	return get((size_t)size);
}

static int sql_size(void *bytes)
{
	return bytes ? (int)block_of(bytes)->head.size : 0;
}

static void *sql_resize(void *bytes, int size)
{
	size_t old = block_of(bytes)->head.size;
	void *grown;

	if ((size_t)size <= old)
		return bytes;
	grown = get((size_t)size);
	if (!grown)
		return NULL;
	memcpy(grown, bytes, old);
	put(bytes);
	return grown;
}

static int sql_round(int size)
{
	return (int)room_of(class_of((size_t)size), (size_t)size);
}

static int sql_begin(void *self)
{
	(void)self;
	return SQLITE_OK;
}

static void sql_end(void *self)
{
	(void)self;
}

bool sim_supply_install(void)
{
	static const sqlite3_mem_methods methods = {
		sql_get, put, sql_resize, sql_size, sql_round, sql_begin, sql_end, NULL};

	/*
	 * Only one thread uses SQLite, so SQLite needs no locks. Nothing reads SQLite's statistics
	 * of memory, so SQLite need not keep them.
	 */
	return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK &&
	       sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) == SQLITE_OK &&
	       sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

void sim_supply_cut(unsigned first, unsigned count)
{
	memory.first = first;
	memory.count = first > 0 ? count : 0;
}

void sim_supply_hold(bool held)
{
	memory.held = held;
}

unsigned long sim_supply_failed(void)
{
	return memory.refused;
}
