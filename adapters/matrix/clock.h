/* The clocks: all that the adapter knows of time. */
#ifndef MX_CLOCK_H
#define MX_CLOCK_H

#include <stdint.h>

/* Milliseconds of CLOCK_MONOTONIC: what waits are measured with, since it never jumps. */
int64_t mx_clock_now(void);

/* Milliseconds since 1970-01-01 UTC: what people's terms are measured with; may jump either way. */
int64_t mx_clock_date(void);

/* Nanoseconds of CLOCK_MONOTONIC: for measuring what is too short for the others. */
int64_t mx_clock_fine(void);

/* Seconds since such a moment. */
static inline double mx_clock_since(int64_t began)
{
	return (double)(mx_clock_fine() - began) / 1e9;
}

#endif
