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

/*
 * The mean of results with less of their luck: the mean of the results minus a share of the luck.
 * The mean of the luck is 0, so each share gives the same mean in the long run. The best share is
 * near 1 if the networks judge the players' positions well, and smaller if they don't. It comes
 * from the results themselves: from the even ones for the odd ones, and the other way round. So a
 * result never decides about its own share, and the mean stays right.
 */
struct adjustment {
	uint64_t count;
	/* The sums of the even and of the odd results. */
	struct half {
		double count, results, luck, results_squared, luck_squared, products;
	} halves[2];
};

void adjustment_add(struct adjustment *adjustment, double result, double luck);
double adjustment_mean(const struct adjustment *adjustment);

/* Returns half the width of the 95 % interval. It is infinite for fewer than four results. */
double adjustment_margin(const struct adjustment *adjustment);

#endif
