#include "engine/opponent/network.h"

#include <assert.h>
#include <string.h>

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

static void sum_rows(
	const signed char *rows, const uint16_t *features, size_t count, int16_t sums[EG_WIDE])
{
	memset(sums, 0, EG_WIDE * sizeof(*sums));
	for (size_t i = 0; i < count; i++) {
		const signed char *row = rows + features[i] * (size_t)EG_WIDE;

		for (size_t unit = 0; unit < EG_WIDE; unit++)
			sums[unit] = (int16_t)(sums[unit] + row[unit]);
	}
}

static void think(const struct eg_layers *layers, const signed char *rows, const uint16_t *features,
	size_t count, struct eg_hidden *hidden)
{
	int16_t sums[EG_WIDE];

	assert(count <= EG_FEATURES_MAX);
	sum_rows(rows, features, count, sums);
	memcpy(hidden->units, layers->narrow, sizeof(hidden->units));
	for (size_t i = 0; i < EG_WIDE; i++) {
		float unit = (float)sums[i] * layers->scale[i] + layers->wide[i];

		if (unit <= 0)
			continue;
		for (size_t j = 0; j < EG_NARROW; j++)
			hidden->units[j] += unit * layers->weights[i][j];
	}
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

void eg_actor(
	const struct eg_sight *sight, const struct eg_action *legal, size_t count, float *chances)
{
	uint16_t features[EG_FEATURES_MAX];
	struct eg_hidden hidden;
	size_t features_count = eg_features_sight(sight, features);
	float best = -1e30F;
	float sum = 0;

	think(&eg_networks.weights.actor, (const signed char *)eg_rows, features, features_count,
		&hidden);
	for (size_t i = 0; i < count; i++) {
		chances[i] = read_out(
			eg_networks.weights.actor_out[eg_action_output(legal[i])], &hidden);
		best = chances[i] > best ? chances[i] : best;
	}
	for (size_t i = 0; i < count; i++)
		sum += chances[i] = eg_exp(chances[i] - best) + 1e-6F;
	for (size_t i = 0; i < count; i++)
		chances[i] /= sum;
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
