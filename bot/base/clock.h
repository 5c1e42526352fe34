/* The clocks of the machine. The simulation has its own clocks instead of clock.c. */
#ifndef BOT_BASE_CLOCK_H
#define BOT_BASE_CLOCK_H

#include <stdint.h>

/*
 * Returns the milliseconds of CLOCK_MONOTONIC, which never jumps. The bot measures waits with it.
 */
int64_t bot_clock_steady(void);

/*
 * Returns the nanoseconds of CLOCK_MONOTONIC. The bot measures with it how long its own work takes.
 */
int64_t bot_clock_steady_ns(void);

/* Returns the seconds since `began`, which bot_clock_steady_ns returned. */
static inline double bot_clock_seconds_since(int64_t began)
{
	return (double)(bot_clock_steady_ns() - began) / 1e9;
}

/* Returns the milliseconds since 1970-01-01 UTC. This clock may jump forwards and backwards. */
int64_t bot_clock_wall(void);

#endif
