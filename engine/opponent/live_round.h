/*
 * A live round: one that computer players play, one action after the other. It has both hands. A
 * player gets only a witness, which has what the player's seat knows.
 */
#ifndef ENGINE_OPPONENT_LIVE_ROUND_H
#define ENGINE_OPPONENT_LIVE_ROUND_H

#include "engine/opponent/opponent.h"
#include "engine/opponent/outlook.h"
#include "engine/opponent/position.h"

/* The caller may read all fields. */
struct eg_live_round {
	struct eg_open_round open;   /* the deck and the actions so far */
	struct eg_position position; /* after these actions */
};

/* Begins a round. Errors: EG_BAD_RULES, EG_BAD_DECK. */
EG_MUST_USE enum eg_error eg_live_round_begin(struct eg_live_round *live,
	const struct eg_rules *rules, enum eg_seat first, const uint8_t deck[EG_DECK]);

/* Writes what the seat to act has seen. Error: EG_BAD_RULES if the round is over. */
EG_MUST_USE enum eg_error eg_live_round_witness(
	const struct eg_live_round *live, struct eg_witness *witness);

/*
 * Writes what a player would play on the seat to act (see eg_consider). Error: EG_BAD_RULES if the
 * round is over.
 */
EG_MUST_USE enum eg_error eg_live_round_consider(const struct eg_live_round *live,
	const struct eg_player *player, uint64_t seed, struct eg_strategy *strategy);

/* Plays an action of the seat to act. Error: EG_ILLEGAL. Then nothing has changed. */
EG_MUST_USE enum eg_error eg_live_round_play(struct eg_live_round *live, struct eg_action action);

/* Whether the round is over. */
bool eg_live_round_is_over(const struct eg_live_round *live);

#endif
