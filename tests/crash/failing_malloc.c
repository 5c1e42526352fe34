/*
 * A library that replaces the allocation functions of the C library (LD_PRELOAD). The allocation
 * with the number FAIL_AT (an environment variable) fails. Only the allocations of the bot, and of
 * the libraries that hold its data, are numbered. GLib's allocations have no number, because GLib
 * always ends the process if one of them fails. When the process ends, this library reports on
 * standard error how many blocks of memory the bot itself has not freed. After a failure the bot
 * waits. To make such a wait short, the process's steady clock runs at SPEED times its normal
 * speed.
 */
#include <errno.h>
#include <link.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SPEED   50
#define MODULES 8
#define BLOCKS  ((size_t)1 << 16) /* a power of two; the bot never has so many blocks at a time */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *memory);

/* The address ranges of the code whose allocations have numbers. The first range is the bot. */
static struct {
	uintptr_t start, end;
} modules[MODULES];
static size_t module_count;

static long left; /* the allocation with this number from now on fails; 0 if none will fail */
static bool ready;

/*
 * The blocks that the bot itself has allocated and not freed yet, in a hash table with open
 * addressing.
 */
static void *blocks[BLOCKS];
static size_t live;

static int note_module(struct dl_phdr_info *info, size_t size, void *self)
{
	static const char *const names[] = {
		"/libjansson.", "/libsqlite3.", "/libcurl.", "/libsodium.", "/libyaml-"};
	bool wanted = module_count == 0; /* the first object is the bot's program */

	(void)size;
	(void)self;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		wanted = wanted || strstr(info->dlpi_name, names[i]);
	for (size_t i = 0; wanted && i < info->dlpi_phnum && module_count < MODULES; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		modules[module_count].start = info->dlpi_addr + part->p_vaddr;
		modules[module_count++].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
	}
	return 0;
}

__attribute__((constructor)) static void begin(void)
{
	const char *number = getenv("FAIL_AT");

	dl_iterate_phdr(note_module, NULL);
	left = number ? strtol(number, NULL, 10) : 0;
	ready = true;
}

__attribute__((destructor)) static void end(void)
{
	ready = false;
	if (live > 0)
		dprintf(STDERR_FILENO, "failing_malloc: %zu blocks of the bot's leaked\n", live);
	if (left > 0)
		dprintf(STDERR_FILENO, "failing_malloc: %ld were left\n", left);
}

static size_t place_of(const void *memory)
{
	size_t place = ((uintptr_t)memory >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 48;

	while (blocks[place % BLOCKS] && blocks[place % BLOCKS] != memory)
		place++;
	return place % BLOCKS;
}

static void keep(void *memory, const void *caller)
{
	uintptr_t at = (uintptr_t)caller;

	if (!ready || !memory || at < modules[0].start || at >= modules[0].end)
		return;
	blocks[place_of(memory)] = memory;
	live++;
}

/* Removes a block from the table, and moves up the entries behind it that collided with it. */
static void forget(const void *memory)
{
	size_t place = memory ? place_of(memory) : 0;

	if (!memory || !blocks[place])
		return;
	blocks[place] = NULL;
	live--;
	for (size_t i = (place + 1) % BLOCKS; blocks[i]; i = (i + 1) % BLOCKS) {
		void *other = blocks[i];

		blocks[i] = NULL;
		blocks[place_of(other)] = other;
	}
}

static bool fails(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;

	if (!ready || left == 0)
		return false;
	for (size_t i = 0; i < module_count; i++)
		if (at >= modules[i].start && at < modules[i].end && --left == 0) {
			errno = ENOMEM;
			return true;
		}
	return false;
}

void *malloc(size_t size)
{
	const void *caller = __builtin_return_address(0);
	void *memory = fails(caller) ? NULL : __libc_malloc(size);

	keep(memory, caller);
	return memory;
}

void *calloc(size_t count, size_t size)
{
	const void *caller = __builtin_return_address(0);
	void *memory = fails(caller) ? NULL : __libc_calloc(count, size);

	keep(memory, caller);
	return memory;
}

void *realloc(void *old, size_t size)
{
	const void *caller = __builtin_return_address(0);
	void *memory;

	if (fails(caller))
		return NULL;
	forget(old);
	memory = __libc_realloc(old, size);
	keep(memory, caller);
	return memory;
}

void free(void *memory)
{
	forget(memory);
	__libc_free(memory);
}

char *strdup(const char *string)
{
	const void *caller = __builtin_return_address(0);
	size_t size = strlen(string) + 1;
	char *memory = fails(caller) ? NULL : __libc_malloc(size);

	keep(memory, caller);
	return memory ? memcpy(memory, string, size) : NULL;
}

/* Time */

int clock_gettime(clockid_t clock, struct timespec *out)
{
	static int64_t base;
	int result = (int)syscall(SYS_clock_gettime, clock, out);
	int64_t now = out->tv_sec * INT64_C(1000000000) + out->tv_nsec;

	if (result || clock != CLOCK_MONOTONIC)
		return result;
	if (base == 0)
		base = now;
	now = base + (now - base) * SPEED;
	out->tv_sec = now / INT64_C(1000000000);
	out->tv_nsec = now % INT64_C(1000000000);
	return 0;
}

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
	struct timespec wait = {0};

	if (timeout > 0) {
		int64_t nanoseconds = timeout * INT64_C(1000000) / SPEED;

		wait.tv_sec = nanoseconds / INT64_C(1000000000);
		wait.tv_nsec = nanoseconds % INT64_C(1000000000);
	}
	return ppoll(fds, count, timeout < 0 ? NULL : &wait, NULL);
}
