/* The clocks of the Matrix adapter. The simulation has its own clocks instead of clock.c. */
#ifndef ADAPTERS_MATRIX_CLIENT_CLOCK_H
#define ADAPTERS_MATRIX_CLIENT_CLOCK_H

#include <stdint.h>

/*
 * Returns the milliseconds of CLOCK_MONOTONIC, which never jumps. The bot measures waits with it.
 */
int64_t mx_clock_steady(void);

/*
 * Returns the nanoseconds of CLOCK_MONOTONIC. The bot measures with it how long its own work takes.
 */
int64_t mx_clock_steady_ns(void);

/* Returns the seconds since `began`, which mx_clock_steady_ns returned. */
static inline double mx_clock_seconds_since(int64_t began)
{
	return (double)(mx_clock_steady_ns() - began) / 1e9;
}

/* Returns the milliseconds since 1970-01-01 UTC. This clock may jump forwards and backwards. */
int64_t mx_clock_wall(void);

#endif
