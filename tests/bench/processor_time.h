/* The processor time that this process has used. */
#ifndef TESTS_BENCH_PROCESSOR_TIME_H
#define TESTS_BENCH_PROCESSOR_TIME_H

#include <time.h>

/* Returns the time in seconds. */
static inline double processor_time(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

#endif
