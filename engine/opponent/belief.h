/*
 * The belief about the other player's hand: each possible hand with its probability. Bayes's rule
 * computes it from the unseen cards, the other player's actions, and a model of how they play.
 */
#ifndef ENGINE_OPPONENT_BELIEF_H
#define ENGINE_OPPONENT_BELIEF_H

#include "engine/opponent/network.h"
#include "engine/opponent/witness.h"

#define EG_HANDS 126 /* the number of different hands of five cards */

struct eg_belief {
	size_t count;
	uint8_t hands[EG_HANDS][EG_VALUES + 1]; /* all hands have the same number of cards */
	float chances[EG_HANDS];                /* each is above 0; the sum is 1 */
	float evidence; /* the chance that the model of the other player gives to all their
			   actions together; 0 if it is too small for a float */
};

/*
 * Adds one drawn card to each hand; each card has its chance. `pool` has the cards that may be
 * in the hand or in the pile; it has at least one card more than each hand.
 */
void eg_belief_draw(struct eg_belief *belief, const uint8_t pool[EG_VALUES + 1]);

/*
 * Writes the belief of the witness's seat, and a position in which the other player's hand and the
 * draw pile agree with the witness. Does not check whose turn it is. Returns the errors of
 * eg_witness_check. Also returns EG_ILLEGAL if, according to the model of the other player, that
 * player could not have acted like this with any hand. After an error, both outputs are undefined.
 */
EG_MUST_USE enum eg_error eg_belief_form(struct eg_belief *belief, struct eg_position *position,
	const struct eg_witness *witness, const struct eg_model *other);

#endif
