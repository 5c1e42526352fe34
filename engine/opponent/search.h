/*
 * The search of the ladder's players and of the exploiter. It guesses the other player's hand, and
 * compares the actions against the hands that this player may have. It begins with the chances that
 * the actor network gives to the actions, and raises those of the better actions by one step of
 * mirror descent. (The actor was trained by the same method.) The players of the ladder draw their
 * action by these chances, so people can't predict it easily; the exploiter, with a temperature of
 * 0, plays only the best action.
 */
#ifndef ENGINE_OPPONENT_SEARCH_H
#define ENGINE_OPPONENT_SEARCH_H

#include "engine/opponent/dice.h"
#include "engine/opponent/evaluation.h"

struct eg_search {
	struct eg_effort effort;
	bool stranger;    /* true: the other player is unknown (eg_style_guess); false: effort.other
			     also explains their past actions */
	float randomness; /* the search begins with the chances of the actor network, but spreads
			     this share of them evenly over all actions, so that it can find actions
			     that the network hardly considers */
	float temperature; /* an action is still played if it is about this many points worse than
			      the best; if 0, only the best action is played */
	float allowance;   /* an action that is more than this many points worse than the best is
			      never played; if the best surely wins the round, neither is an
			      action that may not win it */
};

/* Writes the chances of the legal actions, which the strategy already has; at least two. */
void eg_play_search(const struct eg_witness *witness, const struct eg_search *search,
	struct eg_dice *dice, struct eg_strategy *strategy);

#endif
