#include "engine/lab/calibration.h"

#include "engine/command/duel.h"

#include <math.h>

void calibration_add(struct calibration *calibration, double expected, double result, double luck)
{
	int place = (int)(expected * CALIBRATION_BINS);
	struct bin *bin = &calibration->bins[place < CALIBRATION_BINS ? place : place - 1];

	bin->expected += expected;
	adjustment_add(&bin->gaps, result - expected, luck);
}

/* Returns the standard error of a bin's gap. Too few results get the largest possible one. */
static double standard_error(const struct adjustment *gaps)
{
	double margin = adjustment_margin(gaps);

	return isfinite(margin) ? margin / ERRORS_95 : 0.5 / sqrt((double)gaps->count);
}

/*
 * The distance of a bin without a true gap is on average sqrt(2 / pi) standard errors. Taking the
 * absolute value never makes the variance larger, so the margin is not too small.
 */
struct calibration_error calibration_measure(const struct calibration *calibration)
{
	const double mean_distance = 0.79788456; /* sqrt(2 / pi) */
	struct calibration_error measured = {0};
	double all = 0;
	double variance = 0;

	for (int i = 0; i < CALIBRATION_BINS; i++) {
		const struct adjustment *gaps = &calibration->bins[i].gaps;

		if (gaps->count == 0)
			continue;
		double count = (double)gaps->count;
		double spread = count * standard_error(gaps);

		all += count;
		measured.error += count * fabs(adjustment_mean(gaps));
		measured.noise += mean_distance * spread;
		variance += spread * spread;
	}
	if (all <= 0)
		return (struct calibration_error){.high = 1};
	measured.error /= all;
	measured.noise /= all;
	double margin = ERRORS_95 * sqrt(variance) / all;

	measured.low = fmax(0, measured.error - measured.noise - margin);
	measured.high = fmin(1, measured.error + margin);
	return measured;
}
