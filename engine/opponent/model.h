/* A model of how a player plays: a function that tells the chance of each action. */
#ifndef ENGARDE_OPPONENT_MODEL_H
#define ENGARDE_OPPONENT_MODEL_H

#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

struct eg_model {
	/*
	 * Writes the chances of the legal actions, which the strategy already has, for the seat to
	 * act. There are at least two. Uses only what eg_position_sight tells.
	 */
	void (*consider)(const struct eg_model *model, const struct eg_position *position,
		struct eg_strategy *strategy);
	const void *data;
};

/* Writes the whole strategy of the seat to act. The round must not be over. */
void eg_model_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy);

#endif
