#include "engine/opponent/network.h"

#include <assert.h>
#include <string.h>

/* The input of the output layer. */
struct eg_hidden {
	float units[EG_NARROW];
};

_Static_assert(EG_FEATURES_MAX * 127 <= INT16_MAX, "the sums of rows fit into 16 bits");

float eg_exp(float x)
{
	if (x < -80)
		return 0;
	assert(x < 80);
	float halves = x * 1.44269504F;
	int32_t whole = (int32_t)(halves + (halves < 0 ? -0.5F : 0.5F));
	float rest = (x - (float)whole * 0.693359375F) + (float)whole * 2.12194440e-4F;
	float power =
		1 +
		rest * (1 + rest * (0.5F + rest * (0.166666667F +
							  rest * (0.0416666667F +
									 rest * 0.00833333333F))));
	uint32_t bits = (uint32_t)(whole + 127) << 23;
	float scale;

	memcpy(&scale, &bits, sizeof(scale));
	return power * scale;
}

/*
 * Vectors that gcc and clang add with one instruction on each processor. Without these types, the
 * compiled loops sometimes take three times as long.
 */
typedef int8_t bytes __attribute__((vector_size(8)));
typedef int16_t shorts __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

/* How many numbers a vector has. */
#define SHORTS 8U
#define FLOATS 4U

#define BLOCK 64U /* the registers of a processor have room for so many sums */

_Static_assert(EG_WIDE % BLOCK == 0 && EG_NARROW % FLOATS == 0, "the layers fit the vectors");

static void add_row(shorts sums[BLOCK / SHORTS], const signed char row[BLOCK])
{
	for (size_t k = 0; k < BLOCK / SHORTS; k++) {
		bytes integers;

		memcpy(&integers, row + k * SHORTS, sizeof(integers));
		sums[k] += __builtin_convertvector(integers, shorts);
	}
}

static void sum_rows(
	const signed char *rows, const uint16_t *features, size_t count, int16_t sums[EG_WIDE])
{
	for (size_t from = 0; from < EG_WIDE; from += BLOCK) {
		shorts block[BLOCK / SHORTS] = {0};

		for (size_t i = 0; i < count; i++)
			add_row(block, rows + features[i] * (size_t)EG_WIDE + from);
		memcpy(sums + from, block, sizeof(block));
	}
}

/* The units of the first hidden layer that are above 0. */
struct active {
	size_t count;
	uint8_t unit[EG_WIDE];
	float value[EG_WIDE];
};

/* Keeps the units above 0. Has no branch, because the processor would often mispredict it. */
static void activate(
	const struct eg_layers *layers, const int16_t sums[EG_WIDE], struct active *active)
{
	active->count = 0;
	for (size_t i = 0; i < EG_WIDE; i++) {
		float value = (float)sums[i] * layers->scale[i] + layers->wide[i];

		active->unit[active->count] = (uint8_t)i;
		active->value[active->count] = value;
		active->count += value > 0;
	}
}

static void think(const struct eg_layers *layers, const signed char *rows, const uint16_t *features,
	size_t count, struct eg_hidden *hidden)
{
	int16_t sums[EG_WIDE];
	struct active active;
	floats narrow[EG_NARROW / FLOATS];

	assert(count <= EG_FEATURES_MAX);
	sum_rows(rows, features, count, sums);
	activate(layers, sums, &active);
	memcpy(narrow, layers->narrow, sizeof(narrow));
	for (size_t i = 0; i < active.count; i++) {
		floats weights[EG_NARROW / FLOATS];

		memcpy(weights, layers->weights[active.unit[i]], sizeof(weights));
		for (size_t k = 0; k < EG_NARROW / FLOATS; k++)
			narrow[k] += active.value[i] * weights[k];
	}
	memcpy(hidden->units, narrow, sizeof(narrow));
	for (size_t j = 0; j < EG_NARROW; j++)
		hidden->units[j] = hidden->units[j] > 0 ? hidden->units[j] : 0;
}

/*
 * Computes one output. Adds up four sums separately, because a processor can do their additions at
 * the same time.
 */
static float read_out(const float out[EG_NARROW + 1], const struct eg_hidden *hidden)
{
	float sums[4] = {0};

	for (size_t j = 0; j < EG_NARROW; j += 4)
		for (size_t k = 0; k < 4; k++)
			sums[k] += out[j + k] * hidden->units[j + k];
	return out[EG_NARROW] + (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void eg_softmax(float firmness, float least, float *chances, size_t count)
{
	float best = -1e30F;
	float sum = 0;

	for (size_t i = 0; i < count; i++)
		best = chances[i] > best ? chances[i] : best;
	for (size_t i = 0; i < count; i++)
		sum += chances[i] = eg_exp(firmness * (chances[i] - best)) + least;
	for (size_t i = 0; i < count; i++)
		chances[i] /= sum;
}

void eg_actor(const struct eg_sight *sight, float firmness, const struct eg_action *legal,
	size_t count, float *chances)
{
	uint16_t features[EG_FEATURES_MAX];
	struct eg_hidden hidden;
	size_t features_count = eg_features_sight(sight, features);

	think(&eg_networks.weights.actor, (const signed char *)eg_rows, features, features_count,
		&hidden);
	for (size_t i = 0; i < count; i++)
		chances[i] = read_out(
			eg_networks.weights.actor_out[eg_action_output(legal[i])], &hidden);
	eg_softmax(firmness, 1e-6F, chances, count);
}

float eg_critic(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1])
{
	uint16_t features[EG_FEATURES_MAX];
	struct eg_hidden hidden;
	size_t count = eg_features_sight(sight, features);

	count = eg_features_other(sight, other, features, count);
	think(&eg_networks.weights.critic,
		(const signed char *)eg_rows + (size_t)EG_FEATURES_SIGHT * EG_WIDE, features, count,
		&hidden);
	float out = read_out(eg_networks.weights.critic_out[0], &hidden);
	float bounded = out > 30 ? 30 : out;

	return 1 / (1 + eg_exp(-(bounded < -30 ? -30 : bounded)));
}

void eg_insist(struct eg_strategy *strategy, size_t choice)
{
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = i == choice ? 1 : 0;
}

void eg_model_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	strategy->count = eg_round_legal(&position->round, strategy->legal);
	if (strategy->count > 1)
		model->consider(model, position, strategy);
	else
		eg_insist(strategy, 0);
}
