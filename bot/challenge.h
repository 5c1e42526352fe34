/* Challenges, for the commands that make or answer one in their own way. */
#ifndef BOT_CHALLENGE_H
#define BOT_CHALLENGE_H

#include "bot/call.h"

/*
 * The sender challenges in the room he writes in: `match` has its terms, players and challenger.
 * Stores and publishes it, or answers why this can't be.
 */
BOT_MUST_USE enum bot_error bot_challenge_make(
	const struct bot_call *call, struct bot_match *match);

/* The sender accepts a challenge that he may accept. */
BOT_MUST_USE enum bot_error bot_challenge_accept(
	const struct bot_call *call, struct bot_match *match);

#endif
