/*
 * The position of a loaded match with its cards. Only position.c can read both hands and the draw
 * pile: everybody else gets a view. All code may read the public one (loaded->state), and code that
 * sends players their hands gets the view of a seat here. bot/show/ must not include this header.
 * Therefore code there that shows the other hand does not compile; tests/layer/wall.sh tries it.
 */
#ifndef BOT_MATCH_POSITION_H
#define BOT_MATCH_POSITION_H

#include "bot/match/loaded_match.h"
#include "engine/opponent/position.h"

/* Gets the position from the stored rounds. Fails if they break the rules of the game. */
void bot_position_replay(struct bot_loaded_match *loaded);

/* Deals the next round, and stores it. The current round must be over, if there is one. */
void bot_position_deal(struct bot_loaded_match *loaded, const uint8_t deck[EG_DECK]);

/* Plays a legal action, and stores it. `automatic` says whether it plays itself. */
void bot_position_play(struct bot_loaded_match *loaded, struct eg_action action, bool automatic);

/* Returns what the player of `seat` may know. The memory ends with the attempt. */
const struct eg_match_view *bot_position_seen_by(
	const struct bot_loaded_match *loaded, enum eg_seat seat);

/* Returns all that the player who is to act has seen of the round. */
struct eg_witness bot_position_witness(const struct bot_loaded_match *loaded);

/* Returns the public view of a stored match that has begun. */
struct eg_match_view bot_position_public(struct bot_store *store, const struct bot_match *match);

#endif
