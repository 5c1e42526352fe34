/*
 * JSON of positions, cards and seats, as the page of a table and a replay have it; and what the
 * page offers to the players of a match besides the actions, such as to resign.
 */
#ifndef BOT_TABLE_POSITION_H
#define BOT_TABLE_POSITION_H

#include "bot/match/loaded_match.h"
#include "engine/engarde.h"

#include <jansson.h>

/* Each function returns a new reference. A text that is no UTF-8 becomes an empty text. */

json_t *bot_text_json(const char *text);

/* "white", "black", or null for EG_NOBODY. */
json_t *bot_seat_json(enum eg_seat seat);

/* {"white": …, "black": …}; steals both references. */
json_t *bot_pair_json(json_t *white, json_t *black);
json_t *bot_numbers_json(const uint8_t by_seat[2]);

/* The cards in ascending order, from the number of cards of each value: [1, 3, 3]. */
json_t *bot_cards_json(const uint8_t count[EG_VALUES + 1]);

/*
 * What the public may know about the position of a view, even if it is a player's view. `open` is
 * true if the match goes on; otherwise nobody is to act.
 */
json_t *bot_position_json(const struct eg_view *view, bool open);

/* Returns `json`, which now ends with the attempt (bot/base/attempt.h). */
json_t *bot_scratch_json(json_t *json);

/*
 * Returns the words of bot/host/tap.h for what the player of `seat` may do now, as a JSON array
 * that the caller owns: resign, abort, pause, resume, abandon, claim, nudge, accept, decline,
 * cancel and rematch. A tap may still be refused, for example by a rate limit.
 */
json_t *bot_offers(const struct bot_loaded_match *loaded, enum eg_seat seat);

#endif
