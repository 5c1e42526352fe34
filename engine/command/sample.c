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
