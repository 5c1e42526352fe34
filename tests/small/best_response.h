/*
 * The exact best response to a strategy. The program goes through all positions of the game, so the
 * game must be small (EG_SMALL_GAME in engine/engarde.h).
 */
#ifndef TESTS_SMALL_BEST_RESPONSE_H
#define TESTS_SMALL_BEST_RESPONSE_H

#include "engine/opponent/network.h"

/*
 * Returns the points that `seat` gets in a round on average over all decks, if the other seat plays
 * by `other`. White begins. If `own` is NULL, `seat` plays the best response: it knows `other`,
 * remembers the whole round, and does not see the hidden cards.
 */
double response_points(const struct eg_rules *rules, enum eg_seat seat, const struct eg_model *own,
	const struct eg_model *other);

/*
 * Returns the points in a round, averaged over both seats, that a best response gets above half a
 * point. At an equilibrium this is 0.
 */
double exploitability(const struct eg_rules *rules, const struct eg_model *model);

/* Plays each legal action with the same chance. */
extern const struct eg_model any_action;

#endif
