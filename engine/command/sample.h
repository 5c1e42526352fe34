/* Sums of independent values, from which to compute their mean and its 95 % interval. */
#ifndef ENGINE_COMMAND_SAMPLE_H
#define ENGINE_COMMAND_SAMPLE_H

#include <stdint.h>

/* A 95 % interval has this many standard errors on each side of the mean. */
#define ERRORS_95 1.96

struct sample {
	uint64_t count;
	double sum;
	double squares;
};

void sample_add(struct sample *sample, double value);
double sample_mean(const struct sample *sample);

/* Returns half the width of the 95 % interval. It is infinite for fewer than two values. */
double sample_margin(const struct sample *sample);

#endif
