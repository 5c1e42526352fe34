/* A library that is preloaded into the measured process, and counts what counters.h says. */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include "tests/bench/counters.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static struct counters *counters;

__attribute__((constructor)) static void find_counters(void)
{
	const char *path = getenv("BENCH_COUNTERS");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *page =
		fd < 0 ? MAP_FAILED
		       : mmap(NULL, sizeof(*counters), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (page != MAP_FAILED)
		counters = page;
	if (fd >= 0)
		close(fd);
}

static void count(uint64_t *counter, uint64_t more)
{
	__atomic_add_fetch(counter, more, __ATOMIC_RELAXED);
}

union function {
	void *object;
	int (*of_number)(int number);
	int (*of_pointer)(void *pointer);
};

static int counted(const char *name, int fd)
{
	union function real = {.object = dlsym(RTLD_NEXT, name)};

	if (counters)
		count(&counters->fsyncs, 1);
	return real.of_number(fd);
}

int fsync(int fd)
{
	return counted("fsync", fd);
}

int fdatasync(int fd)
{
	return counted("fdatasync", fd);
}

/* The bot's driver resets each statement of SQLite once, at its end. */
int sqlite3_reset(void *statement);

int sqlite3_reset(void *statement)
{
	static union function real;

	if (!real.object)
		real.object = dlsym(RTLD_NEXT, "sqlite3_reset");
	if (counters)
		count(&counters->statements, 1);
	return real.of_pointer(statement);
}

/*
 * Counts the statements in what a client sends to a PostgreSQL server: each message has a letter
 * and its size. Returns false if the bytes are no such messages.
 */
static bool count_messages(const unsigned char *bytes, size_t size, uint64_t *statements)
{
	while (size >= 5) {
		size_t whole = 1 + ((size_t)bytes[1] << 24 | (size_t)bytes[2] << 16 |
					   (size_t)bytes[3] << 8 | bytes[4]);

		if (whole < 5 || whole > size)
			return false;
		*statements += bytes[0] == 'B' || bytes[0] == 'Q';
		bytes += whole;
		size -= whole;
	}
	return size == 0;
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
	uint64_t statements = 0;

	if (counters && count_messages(bytes, size, &statements)) {
		count(&counters->statements, statements);
		count(&counters->trips, 1);
	}
	return sendto(fd, bytes, size, flags, NULL, 0);
}
