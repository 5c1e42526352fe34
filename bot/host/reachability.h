/* What the host does when the adapter can or can't reach a user in private. */
#ifndef BOT_REACHABILITY_H
#define BOT_REACHABILITY_H

#include "bot/base/error.h"

struct bot_host;

/* Why the bot can't reach a user in private. */
enum bot_unreachable {
	BOT_REFUSED,      /* the user or the user's server refuses a private room with the bot */
	BOT_UNREADABLE,   /* the server makes private rooms that the bot can't read */
	BOT_UNKNOWN_USER, /* the platform knows no such user */
	BOT_NO_TRUSTED_DEVICE, /* no device of the user may read the bot's private messages */
};

/*
 * Reports that the bot can reach a user. The adapter calls this function in answer to a row of kind
 * BOT_OUT_REACH, and each time a user opens a private room with the bot. A match that waits for its
 * players begins as soon as the bot can reach both players. In a match that has begun, the bot
 * sends the user's hand again.
 */
BOT_MUST_USE enum bot_error bot_host_user_reached(struct bot_host *host, const char *user);

/*
 * Reports that the bot can't reach a user. The adapter calls this function in answer to a row of
 * kind BOT_OUT_REACH, and when the bot has lost a private room and can't get another one. The bot
 * says so in the rooms of the user's matches. For a match that has begun, the bot says this only
 * once until it has reached the user again.
 */
BOT_MUST_USE enum bot_error bot_host_user_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why);

#endif
