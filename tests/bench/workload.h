/* The workloads. Each workload measures one process from its start. */
#ifndef TESTS_BENCH_WORKLOAD_H
#define TESTS_BENCH_WORKLOAD_H

#include "tests/bench/client.h"

/*
 * Runs the workload with that name and prints its figures as a JSON object. Returns false if the
 * name is unknown.
 */
bool workload_run(const char *name, const struct client_options *client, double seconds);

#endif
