/*
 * Calibration: whether points that were expected are the points that came. Expectations are sorted
 * into bins of equal width. The error is the mean distance, over all expectations, between the mean
 * expectation of a bin and the mean result of the same bin (the expected calibration error).
 *
 * The results are adjusted for the luck after the expectation (see engine/command/duel.h), so
 * that fewer rounds are enough. Still, chance makes each distance larger: also a perfect
 * expectation has an error, called the noise here. So the noise is subtracted for the low end of
 * the interval.
 */
#ifndef ENGINE_LAB_CALIBRATION_H
#define ENGINE_LAB_CALIBRATION_H

#include "engine/command/duel.h"

#define CALIBRATION_BINS 10

struct calibration {
	struct bin {
		double expected;        /* the sum of the expectations */
		struct adjustment gaps; /* results minus expectations */
	} bins[CALIBRATION_BINS];
};

/* Adds an expectation, 0 to 1, its result, and the luck that came after the expectation. */
void calibration_add(struct calibration *calibration, double expected, double result, double luck);

/* The calibration error, its noise, and the ends of its 95 % interval. */
struct calibration_error {
	double error;
	double noise;
	double low;
	double high;
};

struct calibration_error calibration_measure(const struct calibration *calibration);

#endif
