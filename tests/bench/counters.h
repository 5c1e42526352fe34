/*
 * What the libraries that are preloaded into the measured process count, in the file that
 * BENCH_COUNTERS names. Both processes map this file.
 */
#ifndef TESTS_BENCH_COUNTERS_H
#define TESTS_BENCH_COUNTERS_H

#include <stdint.h>

struct counters {
	uint64_t fsyncs;
	uint64_t statements; /* of SQL, those that begin and end a transaction included */
	uint64_t trips;      /* to a PostgreSQL server */
};

#endif
