/*
 * The messages that publish a challenge: one in its room, and a private copy for a challenged user
 * who can't read the room.
 */
#ifndef BOT_CHALLENGE_PUBLICATION_H
#define BOT_CHALLENGE_PUBLICATION_H

#include "bot/call/call.h"

/*
 * Publishes a new challenge. Makes the device of the challenged user ring, within the challenger's
 * limits, and the devices of the people who have asked to hear of open challenges. The message with
 * the challenge mentions only a challenged user whom no private message reaches.
 * `commitment` is the commitment to the shuffles of the match. `replaced` is the challenge of this
 * room that the new one replaces, or 0.
 */
void bot_challenge_publish(const struct bot_call *call, const struct bot_match *match,
	const char *commitment, int64_t replaced);

/*
 * Publishes a waiting challenge again, because somebody has removed its message. The new message
 * rings for nobody.
 */
void bot_challenge_publish_again(struct bot_host *host, const struct bot_match *match);

#endif
