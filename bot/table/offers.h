/* What the page offers to the players of a match besides the actions, such as to resign. */
#ifndef BOT_TABLE_OFFERS_H
#define BOT_TABLE_OFFERS_H

#include "bot/match/loaded_match.h"

#include <jansson.h>

/*
 * Returns the words of bot/host/tap.h for what the player of `seat` may do now, as a JSON array
 * that the caller owns: resign, abort, pause, resume, abandon, claim, nudge, accept, decline,
 * cancel and rematch. A tap may still be refused, for example by a rate limit.
 */
json_t *bot_offers(const struct bot_loaded_match *loaded, enum eg_seat seat);

#endif
