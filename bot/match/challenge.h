/*
 * Challenges. A user makes a challenge in a room: to another user, or an open one to anybody there.
 * When a user accepts it, the match has the status BOT_ACCEPTED until the bot has reached both
 * players in private. Then the match begins.
 */
#ifndef BOT_CHALLENGE_H
#define BOT_CHALLENGE_H

#include "bot/command/call.h"

/*
 * Makes a challenge by the sender in the room of the message: stores and publishes it. `match`
 * holds the terms, the players and the challenger; its room is filled in. If the limits do not
 * allow the challenge, the bot answers why, and stores nothing.
 */
BOT_MUST_USE enum bot_error bot_challenge_create(
	const struct bot_call *call, struct bot_match *match);

/*
 * Accepts a challenge for the sender, who must be allowed to accept it. If the limits do not allow
 * a match, the bot answers why, and the challenge stays open.
 */
BOT_MUST_USE enum bot_error bot_challenge_accept(
	const struct bot_call *call, struct bot_match *match);

/*
 * Sets the timer of a challenge, or of an accepted match that waits for its players. It expires
 * after the hours of the setting matches.challenge_expires_h.
 */
BOT_MUST_USE enum bot_error bot_challenge_set_timer(struct bot_host *host, int64_t match);

#endif
