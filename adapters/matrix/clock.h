/* The two clocks: all that the adapter knows of time. */
#ifndef MX_CLOCK_H
#define MX_CLOCK_H

#include <stdint.h>

/* Milliseconds of CLOCK_MONOTONIC: what waits are measured with, since it never jumps. */
int64_t mx_clock_now(void);

/* Milliseconds since 1970-01-01 UTC: what people's terms are measured with; may jump either way. */
int64_t mx_clock_date(void);

#endif
