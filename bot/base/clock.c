#include "bot/base/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t bot_clock_steady(void)
{
	return read_ns(CLOCK_MONOTONIC) / 1000000;
}

int64_t bot_clock_steady_ns(void)
{
	return read_ns(CLOCK_MONOTONIC);
}

int64_t bot_clock_wall(void)
{
	return read_ns(CLOCK_REALTIME) / 1000000;
}
