/*
 * The mean of results with less of their luck: the mean of the results minus a share of the luck.
 * The mean of the luck is 0, so each share gives the same mean in the long run. The best share is
 * near 1 if the networks judge the players' positions well, and smaller if they don't. It comes
 * from the results themselves: from the even ones for the odd ones, and the other way round. So a
 * result never decides about its own share, and the mean stays right.
 */
#ifndef ENGINE_COMMAND_ADJUSTMENT_H
#define ENGINE_COMMAND_ADJUSTMENT_H

#include <stdint.h>

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
