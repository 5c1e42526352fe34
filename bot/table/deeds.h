/* What a player may do with a match besides playing an action. */
#ifndef BOT_DEEDS_H
#define BOT_DEEDS_H

#include "bot/match/loaded_match.h"

#include <jansson.h>

/*
 * Returns the words of bot/host/tap.h for what the player of `seat` may do now, as a JSON array
 * that the caller owns: resign, abort, pause, resume, abandon, claim, nudge, accept, decline,
 * cancel and rematch. A tap may still be refused, for example by a rate limit.
 */
BOT_MUST_USE enum bot_error bot_deeds(
	const struct bot_loaded_match *loaded, enum eg_seat seat, json_t **deeds);

#endif
