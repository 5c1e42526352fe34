#include "engine/command/sample.h"

#include <math.h>

void sample_add(struct sample *sample, double value)
{
	sample->count++;
	sample->sum += value;
	sample->squares += value * value;
}

double sample_mean(const struct sample *sample)
{
	return sample->count > 0 ? sample->sum / (double)sample->count : 0;
}

double sample_margin(const struct sample *sample)
{
	if (sample->count < 2)
		return INFINITY;
	double mean = sample_mean(sample);
	double variance = fmax(0, sample->squares - (double)sample->count * mean * mean) /
			  (double)(sample->count - 1);

	return ERRORS_95 * sqrt(variance / (double)sample->count);
}

void adjustment_add(struct adjustment *adjustment, double result, double luck)
{
	struct half *half = &adjustment->halves[adjustment->count++ % 2];

	half->count++;
	half->results += result;
	half->luck += luck;
	half->results_squared += result * result;
	half->luck_squared += luck * luck;
	half->products += result * luck;
}

/* Returns the covariance, times the number of results. */
static double covariance(double products, double a, double b, double count)
{
	return count > 0 ? products - a * b / count : 0;
}

static double luck_variance(const struct half *half)
{
	return covariance(half->luck_squared, half->luck, half->luck, half->count);
}

static double luck_covariance(const struct half *half)
{
	return covariance(half->products, half->results, half->luck, half->count);
}

/* Returns the share of the luck that makes the results of this half vary least. */
static double best_share(const struct half *half)
{
	double variance = luck_variance(half);

	return variance > 0 ? luck_covariance(half) / variance : 0;
}

double adjustment_mean(const struct adjustment *adjustment)
{
	double sum = 0;

	for (int i = 0; i < 2; i++) {
		const struct half *half = &adjustment->halves[i];

		sum += half->results - best_share(&adjustment->halves[1 - i]) * half->luck;
	}
	return adjustment->count > 0 ? sum / (double)adjustment->count : 0;
}

double adjustment_margin(const struct adjustment *adjustment)
{
	double variance = 0; /* of the sum of all results */

	for (int i = 0; i < 2; i++) {
		const struct half *half = &adjustment->halves[i];
		double share = best_share(&adjustment->halves[1 - i]);

		if (half->count < 2)
			return INFINITY;
		double squares = covariance(half->results_squared, half->results, half->results,
					 half->count) -
				 2 * share * luck_covariance(half) +
				 share * share * luck_variance(half);

		variance += fmax(0, squares) * half->count / (half->count - 1);
	}
	return ERRORS_95 * sqrt(variance) / (double)adjustment->count;
}
