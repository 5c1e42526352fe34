/* A model of how a player plays: a function that tells the chance of each action. */
#ifndef ENGINE_OPPONENT_MODEL_H
#define ENGINE_OPPONENT_MODEL_H

#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

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
