/*
 * The ways to play, each in a file of its own. Each gets the legal actions, of which there are
 * several, and writes their chances.
 */
#ifndef ENGARDE_OPPONENT_PLAYERS_H
#define ENGARDE_OPPONENT_PLAYERS_H

#include "engine/opponent/dice.h"
#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

void eg_play_greedy(const struct eg_position *position, struct eg_strategy *strategy);

void eg_play_playouts(const struct eg_position *position, uint32_t playouts, struct eg_dice *dice,
	struct eg_strategy *strategy);

/* As the actor would, or, for the part that is `wild`, anything. */
void eg_play_by_eye(const struct eg_position *position, float wild, struct eg_strategy *strategy);

/* How to search. */
struct eg_search {
	uint32_t nodes; /* positions to play, at least one for each action */
	uint32_t depth; /* actions played after the one that is tried */
	float doubt;    /* how much of the other's behaviour is taken to be random, 0 to 1 */
	float calm;     /* points an action may be worse and still be played */
};

void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy);

/* An index drawn by chances that add up to 1; `at` is from 0 up to 1. */
size_t eg_draw(const float *chances, size_t count, float at);

/* Gives all of the chance to one action. */
void eg_insist(struct eg_strategy *strategy, size_t choice);

#endif
