/* One run of the measured process, and its figures. */
#ifndef TESTS_BENCH_RUN_H
#define TESTS_BENCH_RUN_H

#include "tests/bench/client.h"
#include "tests/loopback/people.h"

#include <stdbool.h>
#include <stdint.h>

struct run {
	const struct client_options *client;
	struct lo_world *world;
	struct lo_server *server;
	double seconds; /* about how many seconds the run lasts */
	size_t rooms;
	int64_t start; /* microseconds from the client's start to its first /sync */
	bool some;     /* whether run_print has printed a figure */
};

/* Starts the client, and waits for its first /sync. */
void run_start(struct run *run);

/* Creates rooms until there are `rooms` rooms, and waits until somebody can speak in each room. */
void run_open(struct run *run, size_t rooms);

/* Serves requests until something happens, or until the time `until`. */
void run_turn(struct run *run, int64_t until);

/*
 * Keeps `window` commands outstanding for `seconds`: each answer releases the next command (a
 * closed loop).
 */
void run_window(struct run *run, double seconds, size_t window);
/* Sends `rate` commands a second for `seconds`, without waiting for the answers (an open loop). */
void run_rate(struct run *run, double seconds, unsigned rate);

/*
 * Lets `window` people speak at the same time, `rounds` times. One /sync answer brings all commands
 * of a round. The next round begins when the bot has answered everybody and all boards are up to
 * date. So the bot gets the same batches however fast the machine is.
 */
void run_rounds(struct run *run, size_t rounds, size_t window);

/* Returns how many messages and edits the client has sent. */
size_t run_sent(const struct run *run);

void run_await_answers(struct run *run);
/*
 * Waits until each board is up to date. Prints how many boards are out of date after the wait.
 */
void run_await_boards(struct run *run);

/* Prints one figure. The first figure opens a JSON object. */
void run_print(struct run *run, const char *name, double value);

/* Clocks and counters, read at the beginning of a measurement. */
struct meter {
	int64_t began, cpu, server_cpu;
	struct counters counters;
	uint64_t written; /* bytes to the disk */
	size_t sent, acknowledgements;
};

struct meter meter_begin(struct run *run);
/* Returns the number of answered commands a second since the meter began. */
double meter_rate(const struct run *run, const struct meter *meter);
void meter_print(struct run *run, const struct meter *meter);

#endif
