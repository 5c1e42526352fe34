/* The clocks of the Matrix adapter. The simulation has a clock.c of its own. */
#ifndef MX_CLOCK_H
#define MX_CLOCK_H

#include <stdint.h>

/* Milliseconds of CLOCK_MONOTONIC, which never jumps. Waits are measured with it. */
int64_t mx_clock_steady(void);

/* Nanoseconds of CLOCK_MONOTONIC, to measure how long the bot's own steps take. */
int64_t mx_clock_steady_ns(void);

/* Seconds since `began`, a value of mx_clock_steady_ns. */
static inline double mx_clock_seconds_since(int64_t began)
{
	return (double)(mx_clock_steady_ns() - began) / 1e9;
}

/* Milliseconds since 1970-01-01 UTC. The clock may jump forwards and backwards. */
int64_t mx_clock_wall(void);

#endif
