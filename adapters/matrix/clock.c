#include "adapters/matrix/clock.h"

#include <time.h>

static int64_t read_clock(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t mx_clock_now(void)
{
	return read_clock(CLOCK_MONOTONIC) / 1000000;
}

int64_t mx_clock_date(void)
{
	return read_clock(CLOCK_REALTIME) / 1000000;
}

int64_t mx_clock_fine(void)
{
	return read_clock(CLOCK_MONOTONIC);
}
