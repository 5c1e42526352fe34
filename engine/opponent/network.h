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

#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

/*
 * The input of the networks. Each simple statement about a position has a number. The networks get
 * the numbers of the statements that are true.
 */

#define EG_COUNTS (EG_COPIES + 1) /* how many numbers of cards of one value are possible */

/*
 * How many threats are possible: no attack; a direct attack with 1 to EG_COPIES cards; an indirect
 * attack with 1 to EG_COPIES cards; the last lunge.
 */
#define EG_THREATS  (2 * EG_COPIES + 2)
#define EG_PILES    (EG_DECK - 2 * EG_HAND + 1) /* how many sizes the pile may have */
#define EG_LEADS    (2 * EG_SPACES - 1)         /* how many leads of a fencer are possible */
#define EG_NEAR_END 4 /* EG_GROUP_LEAD has statements for piles of 0, 1, 2, and 3 or more cards */

/*
 * The groups of statements, by the number of their first statement. The groups from
 * EG_GROUP_OTHER_HAND are about the other hand, and have their own numbers.
 */
enum eg_group {
	EG_GROUP_SITUATION = 0,
	EG_GROUP_PILE = EG_GROUP_SITUATION + 4 * EG_THREATS,
	EG_GROUP_DISTANCE = EG_GROUP_PILE + EG_PILES,
	EG_GROUP_ROOM = EG_GROUP_DISTANCE + EG_SPACES,
	EG_GROUP_RIVAL = EG_GROUP_ROOM + EG_SPACES,
	EG_GROUP_HAND = EG_GROUP_RIVAL + EG_SPACES,
	EG_GROUP_UNSEEN = EG_GROUP_HAND + EG_NEAR * EG_VALUES * EG_COUNTS,
	EG_GROUP_PARRY = EG_GROUP_UNSEEN + EG_NEAR * EG_VALUES * EG_COUNTS,
	EG_GROUP_COMBINATION = EG_GROUP_PARRY + EG_THREATS * EG_COUNTS,
	EG_GROUP_MEMORY = EG_GROUP_COMBINATION + EG_VALUES * EG_VALUES * EG_COUNTS,
	EG_GROUP_CLOCK = EG_GROUP_MEMORY + 3 * EG_MEMORY,
	EG_GROUP_LEAD = EG_GROUP_CLOCK + EG_PILES * EG_NEAR,
	EG_GROUP_SIGHT = EG_GROUP_LEAD + EG_LEADS * EG_NEAR_END,
	EG_GROUP_OTHER_HAND = 0,
	EG_GROUP_OTHER_PARRY = EG_GROUP_OTHER_HAND + EG_NEAR * EG_VALUES * EG_COUNTS,
	EG_GROUP_OTHER_COMBINATION = EG_GROUP_OTHER_PARRY + EG_THREATS * EG_COUNTS,
	EG_GROUP_CONTEST = EG_GROUP_OTHER_COMBINATION + EG_VALUES * EG_VALUES * EG_COUNTS,
	EG_GROUP_OTHER = EG_GROUP_CONTEST + EG_NEAR * EG_VALUES * EG_COUNTS * EG_COUNTS,
};

/*
 * The number of statements about what a player knows, and the number of all statements, with those
 * about the other hand. The basic rules have their own statements.
 */
#define EG_FEATURES_SIGHT (2U * EG_GROUP_SIGHT)
#define EG_FEATURES_BOTH  (2U * (EG_GROUP_SIGHT + EG_GROUP_OTHER))
#define EG_FEATURES_MAX   48 /* the most statements that are true at once */

/* How many numbers eg_action_output may return. */
#define EG_OUTPUTS (2 * EG_VALUES + EG_HAND + EG_VALUES * (EG_HAND - 1) + 2)

/*
 * Writes the numbers of the statements that are true for a sight (see position.h); all are below
 * EG_FEATURES_SIGHT. Returns how many it wrote.
 */
size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX]);

/*
 * Appends the numbers of the true statements about the other hand to the `count` numbers in
 * `features`; all are below EG_FEATURES_BOTH. Returns how many numbers `features` has then.
 */
size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count);

/* Returns the number of an action. Two legal actions of one position have different numbers. */
size_t eg_action_output(struct eg_action action);

/* The networks */

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
