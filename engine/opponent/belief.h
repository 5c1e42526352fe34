/*
 * What the other may hold, exactly: every hand with its probability. It follows from the cards
 * that the own seat has not seen, and from what the other did, by Bayes's rule.
 */
#ifndef ENGARDE_OPPONENT_BELIEF_H
#define ENGARDE_OPPONENT_BELIEF_H

#include "engine/opponent/position.h"
#include "engine/opponent/witness.h"

#define EG_HANDS 126 /* multisets of five cards of five values */

struct eg_belief {
	size_t count;
	uint8_t hands[EG_HANDS][EG_VALUES + 1]; /* all of one size */
	float chances[EG_HANDS];                /* all above 0; they add up to 1 */
};

/* How the other plays, as the believer sees it. */
struct eg_mind {
	/* The chance that who is to act in the position, holding the hand, plays the action. */
	float (*likelihood)(const struct eg_mind *mind, const struct eg_position *position,
		const uint8_t hand[EG_VALUES + 1], struct eg_action action);
	const void *data;
};

/*
 * What the witness's seat believes when it has seen all of it; and the position, with a hand and
 * a pile that explain it. Fails like eg_witness_check, as far as it looks; EG_ILLEGAL also when
 * the mind excludes what the other did.
 */
EG_MUST_USE enum eg_error eg_belief_form(struct eg_belief *belief, struct eg_position *position,
	const struct eg_witness *witness, const struct eg_mind *mind);

#endif
