/*
 * How much people may ask of the bot, so that nobody keeps it from the others: each sender and each
 * room has a bucket of commands, which fills up again within a minute. An action that a match
 * between two people waits for costs nothing and is always played; a turn takes one at most.
 */
#ifndef BOT_QUOTA_H
#define BOT_QUOTA_H

#include "bot/call.h"

#define BOT_QUOTA_ROWS 16 /* while so many wait for a room, nothing more is said in it */

/*
 * Runs what a message asks for, if the quotas allow it. Else the sender is told so, once until his
 * bucket is full again; an action is run all the same, and mute.
 */
BOT_MUST_USE enum bot_error bot_quota_run(
	struct bot_call *call, enum bot_error (*run)(struct bot_call *call));

#endif
