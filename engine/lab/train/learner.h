/*
 * A network that learns. Its input is the numbers of the true statements
 * (engine/opponent/network.h). It has two hidden layers of rectified units.
 */
#ifndef ENGINE_LAB_TRAIN_LEARNER_H
#define ENGINE_LAB_TRAIN_LEARNER_H

#include "engine/opponent/network.h"

#define WIDE   ((size_t)EG_WIDE)   /* units of the first hidden layer */
#define NARROW ((size_t)EG_NARROW) /* units of the second hidden layer */

/* One array has all weights, so that one loop can average, change or store them. */
struct learner {
	size_t rows;
	size_t outputs;
	size_t size;     /* the number of weights */
	float *weights;  /* rows x WIDE, WIDE, WIDE x NARROW, NARROW, outputs x NARROW, outputs */
	float *average;  /* the average of the weights over time; the trained network stores this
			    average */
	float *gradient; /* the gradient of the current batch */
	float *first;    /* Adam's moments */
	float *second;
	unsigned char *touched; /* for each row, 1 if the row has a gradient */
	float faded[2];         /* 0.9 and 0.999 to the power of the number of steps */
};

/* The values of a forward pass. The backward pass needs them. */
struct pass {
	uint16_t features[EG_FEATURES_MAX];
	size_t count;
	float wide[WIDE];
	float narrow[NARROW];
	float out[EG_OUTPUTS];
};

/* Allocates a network with random weights. Returns false if memory runs out. */
bool learner_init(struct learner *learner, size_t rows, size_t outputs, uint64_t seed);
void learner_finish(struct learner *learner);

/*
 * Makes a twin that borrows the weights and has a gradient of its own, so that two threads can
 * compute gradients at the same time. Only the learner makes steps, while no thread uses the twin.
 * Finish the twin before the learner, also after a failure. Returns false if memory runs out.
 */
bool learner_init_twin(struct learner *twin, const struct learner *learner);
void learner_finish_twin(struct learner *twin);

/* Adds the twin's gradient to the learner's, and clears the twin's. */
void learner_merge(struct learner *learner, struct learner *twin);

/* Computes pass->out from pass->features. */
void learner_forward(const struct learner *learner, struct pass *pass);

/* Adds the gradient of a pass to the sum. `slope` says how the loss changes with each output. */
void learner_backward(struct learner *learner, const struct pass *pass, const float *slope);

/*
 * Changes the weights by one step against the gradient of `samples` passes, and clears the
 * gradient.
 */
void learner_step(struct learner *learner, size_t samples, float rate, float averaging);

#endif
