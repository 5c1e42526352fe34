#include "engine/lab/train/trained.h"

#include <assert.h>
#include <string.h>

static void copy(struct learner *learner, const struct eg_layers *layers, const signed char *rows,
	size_t count, const float (*out)[EG_NARROW + 1])
{
	float *at = learner->weights;
	float *bias = learner->weights + learner->size - learner->outputs;

	assert(count <= learner->rows);
	memset(at, 0, learner->rows * WIDE * sizeof(*at));
	for (size_t i = 0; i < count * WIDE; i++)
		at[i] = (float)rows[i] * layers->scale[i % WIDE];
	at += learner->rows * WIDE;
	memcpy(at, layers->wide, sizeof(layers->wide));
	at += WIDE;
	memcpy(at, layers->weights, sizeof(layers->weights));
	at += WIDE * NARROW;
	memcpy(at, layers->narrow, sizeof(layers->narrow));
	at += NARROW;
	for (size_t k = 0; k < learner->outputs; k++) {
		memcpy(at + k * NARROW, out[k], NARROW * sizeof(*at));
		bias[k] = out[k][NARROW];
	}
	memcpy(learner->average, learner->weights, learner->size * sizeof(float));
}

void trained_actor(struct learner *learner)
{
	const struct eg_weights *weights = &eg_networks.weights;

	assert(learner->outputs == EG_OUTPUTS);
	copy(learner, &weights->actor, (const signed char *)eg_rows, EG_FEATURES_SIGHT,
		weights->actor_out);
}

void trained_critic(struct learner *learner)
{
	const struct eg_weights *weights = &eg_networks.weights;

	assert(learner->outputs == 1);
	copy(learner, &weights->critic,
		(const signed char *)eg_rows + (size_t)EG_FEATURES_SIGHT * EG_WIDE,
		EG_FEATURES_BOTH, weights->critic_out);
}
