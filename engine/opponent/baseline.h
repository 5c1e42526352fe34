/*
 * Players that need no network. They are yardsticks for the others. The strategy that each function
 * gets already has the legal actions, at least two. The function writes their chances.
 */
#ifndef ENGINE_OPPONENT_BASELINE_H
#define ENGINE_OPPONENT_BASELINE_H

#include "engine/opponent/dice.h"
#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

void eg_play_greedy(const struct eg_position *position, struct eg_strategy *strategy);

void eg_play_playouts(const struct eg_position *position, uint32_t playouts, struct eg_dice *dice,
	struct eg_strategy *strategy);

#endif
