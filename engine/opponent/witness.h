/* From what a seat has witnessed to a position that explains it. */
#ifndef ENGARDE_OPPONENT_WITNESS_H
#define ENGARDE_OPPONENT_WITNESS_H

#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

/* The cards, by value, that never came to the witness's seat: the other's and the pile. */
struct eg_unknown {
	uint8_t cards[EG_VALUES + 1];
};

/*
 * The position that explains the witness: the cards nobody has shown yet lie in it sorted, so it
 * tells nothing about them. Fails like eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_witness_position(
	const struct eg_witness *witness, struct eg_position *position, const char **reason);

/*
 * The round that the witness saw begin, dealt like that; and the cards that are unknown to the
 * seat even at the end. Fails like eg_witness_check, as far as it looks.
 */
EG_MUST_USE enum eg_error eg_witness_begin(const struct eg_witness *witness,
	struct eg_position *position, struct eg_unknown *unknown, const char **reason);

/* The cards that an action lays on the discard pile, given the attack that it answers. */
void eg_action_cards(
	struct eg_action action, const struct eg_attack *answered, uint8_t cards[EG_VALUES + 1]);

#endif
