/* The clock by which the server closes slow connections. */
#ifndef ADAPTERS_HTTP_CLOCK_H
#define ADAPTERS_HTTP_CLOCK_H

#include <stdint.h>

/* Returns the time of the monotonic clock, in milliseconds. */
int64_t http_clock_now(void);

#endif
