#include "engine/lab/train/learner.h"

#include "engine/opponent/dice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct layers {
	float *wide;
	float *wide_bias;
	float *narrow;
	float *narrow_bias;
	float *out;
	float *out_bias;
};

static struct layers layers_of(const struct learner *learner, float *weights)
{
	struct layers layers;

	layers.wide = weights;
	layers.wide_bias = layers.wide + learner->rows * WIDE;
	layers.narrow = layers.wide_bias + WIDE;
	layers.narrow_bias = layers.narrow + WIDE * NARROW;
	layers.out = layers.narrow_bias + NARROW;
	layers.out_bias = layers.out + learner->outputs * NARROW;
	return layers;
}

static void randomise(float *weights, size_t count, float scale, struct eg_dice *dice)
{
	for (size_t i = 0; i < count; i++)
		weights[i] = scale * (2 * eg_dice_unit(dice) - 1);
}

bool learner_init(struct learner *learner, size_t rows, size_t outputs, uint64_t seed)
{
	struct eg_dice dice = {seed};

	memset(learner, 0, sizeof(*learner));
	learner->rows = rows;
	learner->outputs = outputs;
	learner->faded[0] = learner->faded[1] = 1;
	learner->size = rows * WIDE + WIDE + WIDE * NARROW + NARROW + outputs * NARROW + outputs;
	learner->weights = calloc(learner->size, sizeof(float));
	learner->average = calloc(learner->size, sizeof(float));
	learner->gradient = calloc(learner->size, sizeof(float));
	learner->first = calloc(learner->size, sizeof(float));
	learner->second = calloc(learner->size, sizeof(float));
	learner->touched = calloc(rows, 1);
	if (!learner->weights || !learner->average || !learner->gradient || !learner->first ||
		!learner->second || !learner->touched)
		return false;
	struct layers layers = layers_of(learner, learner->weights);

	randomise(layers.wide, rows * WIDE, 0.15F, &dice);
	randomise(layers.narrow, WIDE * NARROW, 0.25F, &dice);
	randomise(layers.out, outputs * NARROW, 0.05F, &dice);
	memcpy(learner->average, learner->weights, learner->size * sizeof(float));
	return true;
}

void learner_finish(struct learner *learner)
{
	free(learner->weights);
	free(learner->average);
	free(learner->gradient);
	free(learner->first);
	free(learner->second);
	free(learner->touched);
}

bool learner_init_twin(struct learner *twin, const struct learner *learner)
{
	*twin = *learner;
	twin->gradient = calloc(twin->size, sizeof(float));
	twin->touched = calloc(twin->rows, 1);
	return twin->gradient != NULL && twin->touched != NULL;
}

void learner_finish_twin(struct learner *twin)
{
	free(twin->gradient);
	free(twin->touched);
}

static void move_range(float *restrict to, float *restrict from, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		to[i] += from[i];
		from[i] = 0;
	}
}

void learner_merge(struct learner *learner, struct learner *twin)
{
	size_t rows = learner->rows * WIDE;

	for (size_t row = 0; row < learner->rows; row++) {
		if (!twin->touched[row])
			continue;
		move_range(learner->gradient + row * WIDE, twin->gradient + row * WIDE, WIDE);
		learner->touched[row] = 1;
		twin->touched[row] = 0;
	}
	move_range(learner->gradient + rows, twin->gradient + rows, learner->size - rows);
}

#define LANES 8 /* a processor can do the additions of so many sums at the same time */

/* Adds the rows of the statements to the biases. */
static void forward_wide(const struct layers *at, struct pass *pass)
{
	float *restrict sums = pass->wide;

	memcpy(sums, at->wide_bias, sizeof(pass->wide));
	for (size_t i = 0; i < pass->count; i++) {
		const float *restrict row = at->wide + pass->features[i] * WIDE;

		for (size_t j = 0; j < WIDE; j++)
			sums[j] += row[j];
	}
	for (size_t j = 0; j < WIDE; j++)
		sums[j] = sums[j] > 0 ? sums[j] : 0;
}

static void forward_narrow(const struct layers *at, struct pass *pass)
{
	float sums[EG_NARROW];

	memcpy(sums, at->narrow_bias, sizeof(sums));
	for (size_t i = 0; i < WIDE; i++) {
		float unit = pass->wide[i];
		const float *weights = at->narrow + i * NARROW;

		for (size_t j = 0; j < NARROW; j++)
			sums[j] += unit * weights[j];
	}
	for (size_t j = 0; j < NARROW; j++)
		pass->narrow[j] = sums[j] > 0 ? sums[j] : 0;
}

static float product(const float *a, const float *b)
{
	float sums[LANES] = {0};
	float sum = 0;

	for (size_t j = 0; j < NARROW; j += LANES)
		for (size_t k = 0; k < LANES; k++)
			sums[k] += a[j + k] * b[j + k];
	for (size_t k = 0; k < LANES; k++)
		sum += sums[k];
	return sum;
}

void learner_forward(const struct learner *learner, struct pass *pass)
{
	struct layers at = layers_of(learner, learner->weights);

	forward_wide(&at, pass);
	forward_narrow(&at, pass);
	for (size_t k = 0; k < learner->outputs; k++)
		pass->out[k] = at.out_bias[k] + product(pass->narrow, at.out + k * NARROW);
}

/*
 * The backward pass through the output layer: computes how the loss changes with each narrow unit.
 */
static void backward_out(const struct learner *learner, const struct pass *pass, const float *slope,
	float narrow[NARROW])
{
	struct layers at = layers_of(learner, learner->weights);
	struct layers to = layers_of(learner, learner->gradient);

	memset(narrow, 0, NARROW * sizeof(*narrow));
	for (size_t k = 0; k < learner->outputs; k++) {
		if (slope[k] == 0)
			continue;
		to.out_bias[k] += slope[k];
		for (size_t j = 0; j < NARROW; j++) {
			to.out[k * NARROW + j] += slope[k] * pass->narrow[j];
			narrow[j] += slope[k] * at.out[k * NARROW + j];
		}
	}
	for (size_t j = 0; j < NARROW; j++)
		narrow[j] = pass->narrow[j] > 0 ? narrow[j] : 0;
}

/* The backward pass through the second layer: computes how the loss changes with each wide unit. */
static void backward_narrow(const struct learner *learner, const struct pass *pass,
	const float narrow[NARROW], float wide[WIDE])
{
	struct layers at = layers_of(learner, learner->weights);
	struct layers to = layers_of(learner, learner->gradient);

	for (size_t j = 0; j < NARROW; j++)
		to.narrow_bias[j] += narrow[j];
	for (size_t i = 0; i < WIDE; i++) {
		float unit = pass->wide[i];
		float *slopes = to.narrow + i * NARROW;

		wide[i] = 0;
		if (unit <= 0)
			continue;
		for (size_t j = 0; j < NARROW; j++)
			slopes[j] += unit * narrow[j];
		wide[i] = product(narrow, at.narrow + i * NARROW);
	}
}

void learner_backward(struct learner *learner, const struct pass *pass, const float *slope)
{
	struct layers to = layers_of(learner, learner->gradient);
	float narrow[NARROW];
	float wide[WIDE];

	backward_out(learner, pass, slope, narrow);
	backward_narrow(learner, pass, narrow, wide);
	for (size_t j = 0; j < WIDE; j++)
		to.wide_bias[j] += wide[j];
	for (size_t i = 0; i < pass->count; i++) {
		float *row = to.wide + pass->features[i] * (size_t)WIDE;

		learner->touched[pass->features[i]] = 1;
		for (size_t j = 0; j < WIDE; j++)
			row[j] += wide[j];
	}
}

struct stride {
	float rate;      /* the learning rate, corrected because Adam's moments start at zero */
	float scale;     /* the factor for the gradient */
	float averaging; /* the share that the new weights have in the average */
};

static void step_range(struct learner *learner, size_t from, size_t to, const struct stride *stride)
{
	float *restrict weight = learner->weights;
	float *restrict gradient = learner->gradient;
	float *restrict first = learner->first;
	float *restrict second = learner->second;
	float *restrict average = learner->average;

	for (size_t i = from; i < to; i++) {
		float slope = gradient[i] * stride->scale;

		first[i] += 0.1F * (slope - first[i]);
		second[i] += 0.001F * (slope * slope - second[i]);
		weight[i] -= stride->rate * first[i] / (sqrtf(second[i]) + 1e-6F);
		gradient[i] = 0;
		average[i] += stride->averaging * (weight[i] - average[i]);
	}
}

/* Makes one step of the Adam method (Kingma and Ba 2015). Rows without a gradient do not change. */
void learner_step(struct learner *learner, size_t samples, float rate, float averaging)
{
	learner->faded[0] *= 0.9F;
	learner->faded[1] *= 0.999F;
	float correction = sqrtf(1 - learner->faded[1]) / (1 - learner->faded[0]);
	struct stride stride = {rate * correction, 1.0F / (float)samples, averaging};

	for (size_t row = 0; row < learner->rows; row++) {
		if (!learner->touched[row])
			continue;
		step_range(learner, row * WIDE, (row + 1) * WIDE, &stride);
		learner->touched[row] = 0;
	}
	step_range(learner, learner->rows * WIDE, learner->size, &stride);
}
