/*
 * The two neural networks of the opponent. engine/lab learns them. The first layer adds rows of
 * small integers, one row for each true statement, and multiplies the sum of each unit by a scale.
 * Each machine computes exactly the same numbers, because the code uses no fused operations and no
 * library functions.
 *
 * A model of how a player plays: a function that tells the chance of each action.
 */
#ifndef ENGINE_OPPONENT_NETWORK_H
#define ENGINE_OPPONENT_NETWORK_H

#include "engine/opponent/features.h"
#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

#define EG_WIDE   128U /* units of the first hidden layer */
#define EG_NARROW 32U  /* units of the second hidden layer */

/*
 * The layers of a network, but not the rows and the output layer, because their sizes differ
 * between the two networks.
 */
struct eg_layers {
	float scale[EG_WIDE]; /* the factor for the sum of the integers of each unit */
	float wide[EG_WIDE];  /* biases */
	float weights[EG_WIDE][EG_NARROW];
	float narrow[EG_NARROW]; /* biases */
};

/* All numbers of networks.bin after the rows, in the order of this file. */
struct eg_weights {
	struct eg_layers actor;
	float actor_out[EG_OUTPUTS][EG_NARROW + 1]; /* the last number of each output is the bias */
	struct eg_layers critic;
	float critic_out[1][EG_NARROW + 1];
};

/* The weights. The build writes them as bits, so that no compiler rounds them. */
union eg_networks {
	uint32_t bits[sizeof(struct eg_weights) / sizeof(float)];
	struct eg_weights weights;
};

#define EG_ROWS ((EG_FEATURES_SIGHT + EG_FEATURES_BOTH) * EG_WIDE)

extern const unsigned char eg_rows[EG_ROWS];
extern const union eg_networks eg_networks;

/*
 * Returns e to the power of x with a relative error below 5e-6, or 0 if x is below -80. x must be
 * below 80.
 */
float eg_exp(float x);

/*
 * Turns `count` preferences, at least one, into chances whose sum is 1: multiplies them by
 * `firmness` and takes the softmax. Each chance gets the share `least` beside the share of the best
 * one, 1.
 */
void eg_softmax(float firmness, float least, float *chances, size_t count);

/*
 * The actor tells how to play. Writes the chance of each legal action for a player with this sight.
 * The chances are above 0, and their sum is 1. Multiplies the actor's preferences by
 * `firmness`, 0 to 1: with 1 the actor plays as it was trained, and with less it mixes more.
 */
void eg_actor(const struct eg_sight *sight, float firmness, const struct eg_action *legal,
	size_t count, float *chances);

/* The critic values a position: the points, 0 to 1, that the seat to act may expect. */
float eg_critic(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1]);

struct eg_model {
	/*
	 * Writes strategy->chances for the seat to act. The caller has filled `legal` and `count`;
	 * there are at least two actions. Must not use the other hand or the draw pile. The sum is
	 * 1, or all chances are 0 if the player can't have this hand.
	 */
	void (*consider)(const struct eg_model *model, const struct eg_position *position,
		struct eg_strategy *strategy);
	const void *data;
};

/* Writes the whole strategy of the seat to act. The round must not be over. */
void eg_model_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy);

/* Gives the chance 1 to one action, and 0 to all others. */
void eg_insist(struct eg_strategy *strategy, size_t choice);

#endif
