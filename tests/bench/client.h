/* The process that is measured: the bot, or the peer. */
#ifndef BENCH_CLIENT_H
#define BENCH_CLIENT_H

#include "tests/loopback/server.h"

#include <stdint.h>

struct client_options {
	const char *bot;   /* the program engarde-bot; NULL: the peer is measured */
	const char *peer;  /* the script of the peer */
	const char *syncs; /* the library that counts the syncs of files */
	const char *dir;   /* where the store, the configuration and the log are */
	int core;          /* the processor that it is bound to; -1: any */
};

/* Starts it, towards that server. */
void client_start(const struct client_options *options, const struct lo_server *server);

/* Ends it, and serves until it has ended. */
void client_stop(struct lo_server *server);

/* Ends it by force, if it runs. */
void client_kill(void);

/* Ends the benchmark where it has ended by itself. */
void client_check(void);

/* Nanoseconds that it has computed since it was started. */
int64_t client_cpu(void);
/* KiB of memory that are its own or shared with others: resident. */
unsigned client_memory(void);
/* How often it had a file written to the disk, since the first start. */
uint64_t client_syncs(void);

#endif
