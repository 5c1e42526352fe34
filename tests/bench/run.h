/* One run of the process that is measured, and the figures that come of it. */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "tests/bench/client.h"
#include "tests/loopback/people.h"

#include <stdbool.h>
#include <stdint.h>

struct run {
	const struct client_options *client;
	struct lo_world *world;
	struct lo_server *server;
	double seconds; /* that it lasts, about */
	size_t rooms;
	int64_t start; /* from the client's start to its first /sync */
	bool some;     /* a figure has been printed */
};

/* Starts the client, and waits until it has asked for news. */
void run_start(struct run *run);

/* Makes rooms, up to so many, and waits until in each of them somebody is to speak. */
void run_open(struct run *run, size_t rooms);

/* Serves until then, or until something has happened. */
void run_turn(struct run *run, int64_t until);

/* For so long: `window` rooms wait for an answer at a time, one as soon as another has its own. */
void run_window(struct run *run, double seconds, size_t window);
/* The same, but somebody speaks so often a second, whatever the answers. */
void run_rate(struct run *run, double seconds, unsigned rate);

void run_await_answers(struct run *run);
/* Waits until each board shows what was played; prints how many never do. */
void run_await_boards(struct run *run);

/* One figure: the first opens a JSON object. */
void run_print(struct run *run, const char *name, double value);

/* What is measured around a stretch of time. */
struct meter {
	int64_t began, cpu, server_cpu;
	uint64_t syncs;
	size_t sent;
};

struct meter meter_begin(struct run *run);
/* A second, so far. */
double meter_rate(const struct run *run, const struct meter *meter);
void meter_print(struct run *run, const struct meter *meter);

#endif
