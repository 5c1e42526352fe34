/*
 * What limits the users: rate limits of commands, and allowances towards other users.
 *
 * The rate limits keep one person from making the bot busy at the cost of others. Each sender and
 * each room may give a limited number of commands in a minute. The newcomers of one origin share a
 * rate limit, and so do all newcomers together: on some servers anybody can make many accounts.
 * Such accounts can't keep the bot from people who have played before, or from newcomers of other
 * servers.
 *
 * An action that a match between two people waits for costs nothing, and the bot always plays it.
 * Nobody can misuse this, since a turn needs only one action.
 *
 * An allowance limits what one user may do to another without the other's consent: how often the
 * user may make the other's device ring, challenge the other, or propose something in their match.
 * A used allowance comes back with time.
 */
#ifndef BOT_RATE_LIMIT_H
#define BOT_RATE_LIMIT_H

#include "bot/command/call.h"

/* If the outbox has this many rows for a room, the room has reached its rate limit, too. */
#define BOT_RATE_LIMIT_ROWS 16

/*
 * Calls `run` if the rate limits allow it. Otherwise tells the sender that they have reached a rate
 * limit, and does not say so again until that limit has all its commands back. For a command that
 * plays an action, it calls `run` in any case, but sets call->mute if a limit is reached.
 */
BOT_MUST_USE enum bot_error bot_rate_limit_run(
	struct bot_call *call, enum bot_error (*run)(struct bot_call *call));

/* Finds out whether a user has never finished a rated match, like the user of a new account. */
BOT_MUST_USE enum bot_error bot_rate_limit_is_newcomer(
	struct bot_host *host, const char *user, bool *newcomer);

/*
 * Takes one use from the allowance of `sender` towards `receiver`. If no use is left, *wait is the
 * time in milliseconds until the next use; otherwise it is 0.
 */
BOT_MUST_USE enum bot_error bot_allowance_take(struct bot_host *host, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t *wait);

/*
 * Decides whether the next message from `sender` makes the device of `receiver` ring. Takes one use
 * of the allowance if it does.
 */
BOT_MUST_USE enum bot_error bot_allowance_ring(
	struct bot_host *host, const char *sender, const char *receiver, enum bot_ring *ring);

/*
 * Sets *ring to BOT_QUIET if strangers, all together, have made the device of `receiver` ring too
 * often: one person may have many accounts. Otherwise takes one use of the strangers' allowance and
 * leaves *ring.
 */
BOT_MUST_USE enum bot_error bot_allowance_ring_by_stranger(
	struct bot_host *host, const char *receiver, enum bot_ring *ring);

#endif
