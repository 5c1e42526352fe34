/*
 * Seeks: somebody looks for an opponent, whoever it is, as in "anyone up for a match?". If an open
 * challenge waits that suits them, the bot accepts it for them; else it makes one of theirs.
 */
#ifndef BOT_CHALLENGE_SEEK_H
#define BOT_CHALLENGE_SEEK_H

#include "bot/call/call.h"

/*
 * Finds the open challenge that suits the sender best, of those that the room of the message shows:
 * its own, and those of other rooms of the lobby. Sets *challenge to it, and returns how far the
 * ratings of the two are apart. If there is none, sets its id to 0.
 *
 * `wanted` has the terms that the sender wants, and `exact` is whether they have named any: then
 * all terms must be the same for the sender, who gives what the challenger takes; else only the
 * clock, and neither player begins with touches. A match that may be rated suits two players with
 * ratings that are not far apart. Of several challenges the one of the nearest rating suits best,
 * and then the oldest one. Leaves out challenges of people who play with the sender in that room
 * already, or of whom one has blocked the other.
 */
double bot_seek_find(const struct bot_call *call, const struct bot_match *wanted, bool exact,
	struct bot_match *challenge);

#endif
