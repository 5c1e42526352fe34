/*
 * How many points each legal action may bring: the mean over positions that agree with what the
 * seat knows. The actor network plays on for this seat, and a model for the other player. The
 * critic network values the position after a few actions.
 */
#ifndef ENGINE_OPPONENT_EVALUATION_H
#define ENGINE_OPPONENT_EVALUATION_H

#include "engine/opponent/belief.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/opponent.h"

/* The parameters of an evaluation. */
struct eg_effort {
	uint32_t nodes; /* about how many positions to play; each action is tried at least once.
			   Ignored with at most two cards in the pile */
	uint32_t depth; /* how many actions to play after the tried action, at most */
	const struct eg_model *other; /* how the other player plays */
};

/*
 * Writes the points, 0 to 1, that each legal action of the strategy may bring the seat to act. All
 * actions are tried with the same cards and the same dice, so that only the actions differ. With at
 * most two cards in the pile, tries each hand and order of the pile.
 */
void eg_evaluate(const struct eg_position *position, const struct eg_belief *belief,
	const struct eg_effort *effort, struct eg_dice *dice, const struct eg_strategy *strategy,
	float points[EG_LEGAL_MAX]);

/*
 * Returns the points, 0 to 1, that `seat` may expect in a position with both hands open. If the
 * round is over, this is the result. If the pile is empty, this is the mean over the last actions
 * that the actor network may choose. Otherwise this is the value of the critic network.
 */
float eg_position_worth(const struct eg_position *position, enum eg_seat seat);

#endif
