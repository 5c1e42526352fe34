/*
 * The older challenges that a new challenge replaces. Without this, challenges that nobody answers
 * would keep people from making new ones. With it, a room and a player have no more challenges than
 * before. A player's challenge stands for at least ten minutes before another player's challenge
 * may replace it. Otherwise a few accounts could remove the challenges of all others.
 */
#ifndef BOT_CHALLENGE_OLDER_CHALLENGES_H
#define BOT_CHALLENGE_OLDER_CHALLENGES_H

#include "bot/call/call.h"

/* The ids of the challenges that a new challenge replaces. An id is 0 if there is none. */
struct bot_older_challenges {
	/*
	 * in the same room: the challenger's own challenge or, if the room has no space for another
	 * match, the challenge that has waited longest
	 */
	int64_t here;
	bool own; /* `here` is the challenger's own challenge */
	/* in another room, if the challenger has too many challenges: their own oldest one */
	int64_t elsewhere;
};

/*
 * Finds the challenges that the sender's new challenge in the message's room replaces. If the room
 * is full and has no challenge that may be replaced, returns false and tells the sender.
 */
bool bot_older_challenges_find(const struct bot_call *call, struct bot_older_challenges *older);

/*
 * Ends the challenges, which the challenge with the id `newer` replaces. Tells the other room about
 * its challenge. The new challenge itself names the challenge that it replaces in its own room.
 */
void bot_older_challenges_end(
	struct bot_host *host, const struct bot_older_challenges *older, int64_t newer);

#endif
