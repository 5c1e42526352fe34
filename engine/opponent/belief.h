/*
 * The belief about the other player's hand: each possible hand with its exact probability. By
 * Bayes's rule it follows from the unseen cards and from the other player's actions.
 */
#ifndef ENGARDE_OPPONENT_BELIEF_H
#define ENGARDE_OPPONENT_BELIEF_H

#include "engine/opponent/position.h"
#include "engine/opponent/witness.h"

#define EG_HANDS 126 /* hands of five cards of five values */

struct eg_belief {
	size_t count;
	uint8_t hands[EG_HANDS][EG_VALUES + 1]; /* all have the same size */
	float chances[EG_HANDS];                /* all are above 0; their sum is 1 */
};

/* A model of how the other player plays. */
struct eg_mind {
	/* The chance that the seat to act plays the action if it has the hand. */
	float (*likelihood)(const struct eg_mind *mind, const struct eg_position *position,
		const uint8_t hand[EG_VALUES + 1], struct eg_action action);
	const void *data;
};

/*
 * Writes the belief of the witness's seat, and a position with a hand and a pile that explain the
 * witness. Errors: as eg_witness_check, but it does not check who is to act; EG_ILLEGAL also if
 * the mind gives the other player's actions no chance.
 */
EG_MUST_USE enum eg_error eg_belief_form(struct eg_belief *belief, struct eg_position *position,
	const struct eg_witness *witness, const struct eg_mind *mind);

#endif
