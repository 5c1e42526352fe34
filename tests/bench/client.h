/*
 * The process that the benchmark measures: the bot, or another one for comparison: the peer or the
 * bare prototype.
 */
#ifndef TESTS_BENCH_CLIENT_H
#define TESTS_BENCH_CLIENT_H

#include "tests/bench/counters.h"
#include "tests/loopback/server.h"

#include <stdbool.h>
#include <stdint.h>

struct client_options {
	const char *bot;  /* the path of the program engarde-bot, or NULL if the peer is measured */
	const char *peer; /* the peer's script, or NULL */
	const char *bare; /* the path of the bare prototype (bare.c) */
	/* valgrind runs the process, counts its instructions, and lists its system calls */
	bool counts;
	const char *counters; /* the path of the library that counts (counters.h) */
	const char *dir;      /* the folder of the store, the configuration and the log */
	/* the number of the processor that the process runs on, or -1 for any processor */
	int core;
};

/* Starts the process. It uses `server` as its homeserver. */
void client_start(const struct client_options *options, const struct lo_server *server);

/* Asks the process to end, and serves its requests until it has ended. */
void client_stop(struct lo_server *server);

/* Prints a message, kills the process if it runs, and ends the benchmark. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the benchmark if the process has ended by itself. */
void client_check(void);

/* Returns the process's nanoseconds of processor time since its start. */
int64_t client_cpu(void);
/* Returns the process's resident memory in KiB, including shared memory. */
unsigned client_memory(void);
/* Returns the number of bytes that the process has made the kernel write to the disk. */
uint64_t client_written(void);
/* Returns the size of the store in bytes. The process must have ended. */
uint64_t client_store_size(const struct client_options *options);
/* Fills the bot's tables of events and transaction ids. The process must have ended. */
void client_age_store(const struct client_options *options);
/* Returns what the process has done since its first start. */
struct counters client_counters(void);

/* For a client with `counts`: begins to count instructions. */
void client_begin_count(void);
/* Counts no more instructions, but still lists system calls. Then the process is quicker. */
void client_end_count(void);
/* Returns how many bytes valgrind has written about the system calls of the process. */
uint64_t client_traced(const struct client_options *options);
/* Returns the number of instructions since client_begin_count. The process must have ended. */
double client_count(const struct client_options *options);

#endif
