/*
 * Rate limits for commands.
 *
 * Without rate limits, one person could give so many commands that the bot has no time for others.
 * So the number of commands in a minute is limited for each sender and for each room. The newcomers
 * of one origin share a rate limit, and all newcomers together share another one, because on some
 * servers anybody can make many accounts. So the owner of many accounts can't keep the bot from
 * answering people who have played before, or newcomers of other servers.
 *
 * When more than half of such a shared limit is used up, the bot answers those who asked less
 * lately: a few people who ask without end leave something for everybody else.
 *
 * In a match between two people, an action of the player whose turn it is costs nothing, and the
 * bot always plays it. Nobody can misuse this, because a player plays only one action in each turn.
 */
#ifndef BOT_CALL_RATE_LIMIT_H
#define BOT_CALL_RATE_LIMIT_H

#include "bot/call/call.h"

/*
 * If this many rows of the outbox wait for a room, the bot acts as if the room had reached its rate
 * limit.
 */
#define BOT_RATE_LIMIT_ROWS 16

/*
 * If this many rows wait for a user's private room, the bot acts as if the user had reached their
 * rate limit. A player's clock starts when their hand is delivered, so without this limit a player
 * could delay their own hand, behind the answers to any number of commands.
 */
#define BOT_RATE_LIMIT_ROWS_PRIVATE 8

/* Sets call->mute to whether a rate limit is reached. Takes nothing from it. */
void bot_rate_limit_check(struct bot_call *call);

/*
 * Calls `run` if the rate limits allow it. Otherwise tells the sender that a rate limit is reached.
 * Tells this only once until that limit's bucket has been full again. If the command plays an
 * action, always calls `run`, but sets call->mute if a limit is reached.
 */
void bot_rate_limit_run(struct bot_call *call, void (*run)(struct bot_call *call));

/*
 * Takes the cost of the command from the rate limit of the call's room, for a command that its
 * sender has written in private. If this limit is reached, tells the sender, and returns false.
 */
bool bot_rate_limit_take_room(const struct bot_call *call);

#endif
