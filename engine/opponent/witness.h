/* Makes a position that agrees with a witness, which has what one seat has seen of a round. */
#ifndef ENGINE_OPPONENT_WITNESS_H
#define ENGINE_OPPONENT_WITNESS_H

#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

/*
 * The number of cards of each value that the witness's seat never had. The other seat got these
 * cards, or they are in the pile.
 */
struct eg_unknown {
	uint8_t cards[EG_VALUES + 1];
};

/*
 * Writes a position that agrees with the witness. Cards that the witness does not know are sorted,
 * so the position tells nothing about them. Errors: as eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_witness_position(
	const struct eg_witness *witness, struct eg_position *position, const char **reason);

/*
 * Writes the beginning of a round that agrees with the witness, and the cards that the seat never
 * had. Does not check whether the actions are legal. Errors: as eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_witness_begin(const struct eg_witness *witness,
	struct eg_position *position, struct eg_unknown *unknown, const char **reason);

/* Writes the cards that an action discards. If the action is a parry, `answered` is the attack. */
void eg_action_cards(
	struct eg_action action, const struct eg_attack *answered, uint8_t cards[EG_VALUES + 1]);

#endif
