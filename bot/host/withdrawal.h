/*
 * Reactions that people take back. A check mark signs somebody up for a club night or a season,
 * checks them in, or accepts a challenge. Whoever removes their check mark does not want that any
 * more, so the bot then obeys them as if they had written `night leave`, `season leave`, `cancel`
 * or `abort`.
 */
#ifndef BOT_HOST_WITHDRAWAL_H
#define BOT_HOST_WITHDRAWAL_H

#include "bot/call/call.h"

/*
 * Handles that `user` has removed an event of a room. Does nothing unless the event was a reaction
 * of this user which the bot has obeyed. `private`: the room is the user's private room.
 */
void bot_withdrawal_handle(
	struct bot_host *host, const char *room, bool private, const char *event, const char *user);

#endif
