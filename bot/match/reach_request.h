/*
 * Requests to the adapter to reach a player in private. The players of an accepted match get their
 * cards in private rooms, so the match begins when both players are reached. The adapter answers
 * with bot_host_user_reached or bot_host_user_unreachable.
 */
#ifndef BOT_REACH_REQUEST_H
#define BOT_REACH_REQUEST_H

#include "bot/command/call.h"

/*
 * Adds a request for the player in `seat` of the match to the outbox. `origin` is the origin of the
 * user whose command needs the private room, as in struct bot_message; it may be NULL.
 */
BOT_MUST_USE enum bot_error bot_reach_request_add(struct bot_host *host,
	const struct bot_match *match, enum eg_seat seat, const char *origin);

/* Adds the requests again for all matches of a room that wait for a player to be reached. */
BOT_MUST_USE enum bot_error bot_reach_request_repeat(struct bot_host *host, const char *room);

/*
 * Whether the sender of a command may let the bot make private rooms for these two users (either
 * may be NULL). A homeserver lets the bot make few rooms. So while many users wait for a private
 * room, a newcomer may not: the bot answers that they should try again later, and *allowed is
 * false.
 */
BOT_MUST_USE enum bot_error bot_reach_request_allowed(
	const struct bot_call *call, const char *one, const char *other, bool *allowed);

#endif
