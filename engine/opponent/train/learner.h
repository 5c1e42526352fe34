/* A network that learns: sparse statements in, two hidden layers of rectified units, numbers out.
 */
#ifndef ENGARDE_OPPONENT_LEARNER_H
#define ENGARDE_OPPONENT_LEARNER_H

#include "engine/opponent/features.h"

#define WIDE   ((size_t)64) /* units of the first hidden layer */
#define NARROW ((size_t)32) /* units of the second */

/* All weights lie in one array, so that they are averaged, stepped and stored alike. */
struct learner {
	size_t rows;
	size_t outputs;
	size_t size;     /* weights in all */
	float *weights;  /* rows x WIDE, WIDE, WIDE x NARROW, NARROW, outputs x NARROW, outputs */
	float *average;  /* the weights, averaged over time: what is stored in the end */
	float *gradient; /* of the present batch */
	float *first;    /* Adam's moments */
	float *second;
	unsigned char *touched; /* rows with a gradient */
	uint64_t steps;
};

/* What a forward pass leaves for the backward pass. */
struct pass {
	uint16_t features[EG_FEATURES_MAX];
	size_t count;
	float wide[WIDE];
	float narrow[NARROW];
	float out[EG_OUTPUTS];
};

bool learner_init(struct learner *learner, size_t rows, size_t outputs, uint64_t seed);
void learner_finish(struct learner *learner);

/* From pass->features to pass->out. */
void learner_forward(const struct learner *learner, struct pass *pass);

/* Adds to the gradient, given that of the loss by each output. */
void learner_backward(struct learner *learner, const struct pass *pass, const float *slope);

/* Goes a step against the gradient, which covers `samples` passes, and clears it. */
void learner_step(struct learner *learner, size_t samples, float rate, float averaging);

#endif
