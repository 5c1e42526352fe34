/*
 * Measures how much an opponent can win against a player if the opponent knows the player's
 * strategy.
 *
 * The measurement is exact in the last phase of a round: the draw pile has one card, and a seat
 * takes its turn. After this turn only the answer to an attack can follow. The program asks the
 * player's strategy for each hand at each decision of the round. So the program knows the chance of
 * each hand, and the points of each action. It compares the best action with the player's own
 * strategy in the same position.
 */
#ifndef ENGINE_LAB_LAST_PHASE_H
#define ENGINE_LAB_LAST_PHASE_H

#include "engine/command/duel.h"

struct last_phase {
	struct eg_player player;
	struct eg_rules rules;
	/* how many positions to measure; they come from rounds of the player against itself */
	uint64_t positions;
	struct eg_dice dice;
	struct sample own;  /* the points of the player's own strategy */
	struct sample best; /* the points of the best response */
	struct sample gain; /* best minus own */
};

/* Plays until it has found all positions. Returns false if the player could not answer. */
bool last_phase_measure(struct last_phase *phase);

#endif
