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

/*
 * Reads one option of a match, more words of it included: the last of them is left in *i. False,
 * with what is wrong, when it is none.
 */
bool bot_challenge_option(
	const struct bot_call *call, size_t *i, struct bot_match *match, enum bot_msg *wrong);

/* The challenge, or the meeting after it, expires a while from now. */
BOT_MUST_USE enum bot_error bot_challenge_expires(struct bot_host *host, int64_t match);

/* Asks for the player to be reached in private. */
BOT_MUST_USE enum bot_error bot_challenge_reach(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat);

/* The same for all who keep a match of the room waiting: it is told once more who they are. */
BOT_MUST_USE enum bot_error bot_challenge_reach_again(struct bot_host *host, const char *room);

#endif
