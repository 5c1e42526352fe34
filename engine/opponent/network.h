/*
 * The opponent's two networks, learned by engine/opponent/train. The first layer is a sum of rows
 * of small integers, one row for each statement that is true; each unit has its own scale. The
 * arithmetic is the same on every machine: no fused operations, no library function.
 */
#ifndef ENGARDE_OPPONENT_NETWORK_H
#define ENGARDE_OPPONENT_NETWORK_H

#include "engine/opponent/features.h"

#define EG_WIDE   64U /* units of the first hidden layer */
#define EG_NARROW 32U /* units of the second */

/* All but the rows and the output layer, whose size differs. */
struct eg_layers {
	float scale[EG_WIDE]; /* of the rows' integers */
	float wide[EG_WIDE];  /* biases */
	float weights[EG_WIDE][EG_NARROW];
	float narrow[EG_NARROW]; /* biases */
};

/* What the output layer is to read. */
struct eg_hidden {
	float units[EG_NARROW];
};

/* What layers.txt holds: its numbers in their order, and what they are. */
struct eg_weights {
	struct eg_layers actor;
	float actor_out[EG_OUTPUTS][EG_NARROW + 1]; /* the last is the bias */
	struct eg_layers critic;
	float critic_out[1][EG_NARROW + 1];
};

union eg_networks {
	float numbers[sizeof(struct eg_weights) / sizeof(float)];
	struct eg_weights weights;
};

extern const unsigned char eg_rows[(EG_FEATURES_SIGHT + EG_FEATURES_BOTH) * EG_WIDE];
extern const union eg_networks eg_networks;

/* The base of natural logarithms to the power x, within a millionth of its size; 0 below -80. */
float eg_exp(float x);

/*
 * The actor: how a player who sees this would play. Writes the chance of each of the legal
 * actions, all above 0; they add up to 1.
 */
void eg_actor(
	const struct eg_sight *sight, const struct eg_action *legal, size_t count, float *chances);

/* The critic: what the seat that is to act may expect, 0 to 1, when the other holds `other`. */
float eg_critic(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1]);

#endif
