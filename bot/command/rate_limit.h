/*
 * The rate limits of commands, so that nobody can keep the bot busy at the cost of others. Each
 * sender and each room has a bucket of commands, which fills up again within a minute. The
 * newcomers of one origin share a bucket, and so do all newcomers together. Anybody can make many
 * accounts on some servers. But such accounts cannot keep the bot from people who have
 * played before, or from newcomers of other servers.
 *
 * An action that a match between two people waits for costs nothing, and the bot always plays it.
 * Nobody can misuse this, since a turn needs only one action.
 */
#ifndef BOT_RATE_LIMIT_H
#define BOT_RATE_LIMIT_H

#include "bot/command/call.h"

/* If the outbox has this many rows for a room, the room has reached its rate limit, too. */
#define BOT_RATE_LIMIT_ROWS 16

/*
 * Calls `run` if the rate limits allow it. Otherwise tells the sender that they have reached a rate
 * limit, but only once until that bucket is full again. For a command that plays an action, it
 * calls `run` in any case, but sets call->mute if a limit is reached.
 */
BOT_MUST_USE enum bot_error bot_rate_limit_run(
	struct bot_call *call, enum bot_error (*run)(struct bot_call *call));

/* Finds out whether a user has never finished a rated match, like the user of a new account. */
BOT_MUST_USE enum bot_error bot_rate_limit_is_newcomer(
	struct bot_host *host, const char *user, bool *newcomer);

#endif
