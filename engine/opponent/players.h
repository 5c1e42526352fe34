/*
 * The computer players. The strategy that each function gets already has the legal actions, at
 * least two. The function writes their chances.
 */
#ifndef ENGARDE_OPPONENT_PLAYERS_H
#define ENGARDE_OPPONENT_PLAYERS_H

#include "engine/opponent/dice.h"
#include "engine/opponent/evaluation.h"
#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

void eg_play_greedy(const struct eg_position *position, struct eg_strategy *strategy);

void eg_play_playouts(const struct eg_position *position, uint32_t playouts, struct eg_dice *dice,
	struct eg_strategy *strategy);

/* The parameters of a search. */
struct eg_search {
	struct eg_effort effort;
	bool stranger; /* true: the other player is unknown (eg_style_guess); false: effort.other
			  also explains their past actions */
	float wild;    /* the search begins with the chances of the actor network, but spreads this
			  share of them evenly over all actions, so that it can find actions that the
			  network hardly considers */
	float calm;    /* an action is still played if it is about this many points worse than the
			  best; if 0, only the best action is played */
};

void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy);

/*
 * Draws an index i with the chance chances[i]. All chances add up to 1. `at` is a random number
 * from 0 up to, but not including, 1.
 */
size_t eg_draw(const float *chances, size_t count, float at);

/* Gives the chance 1 to one action, and 0 to all others. */
void eg_insist(struct eg_strategy *strategy, size_t choice);

#endif
