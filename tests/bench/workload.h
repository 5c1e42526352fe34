/* The workloads, each of which measures one process from its start on. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "tests/bench/client.h"

/* Runs the workload of that name and prints its figures as an object of JSON; false: unknown. */
bool workload_run(const char *name, const struct client_options *client, double seconds);

#endif
