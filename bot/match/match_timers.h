/* What the bot does when a timer of a match runs out. bot/match/turn_clock.h lists the timers. */
#ifndef BOT_MATCH_TIMERS_H
#define BOT_MATCH_TIMERS_H

#include "bot/command/call.h"

/*
 * Does what is due and clears the timer, or sets it some seconds later while a message of a player
 * may be unread. A reminder is left out if a later timer of the same turn is due as well, for
 * example after the machine was suspended.
 */
BOT_MUST_USE enum bot_error bot_timer_run(
	struct bot_host *host, int64_t match, enum bot_timer timer);

/*
 * Edits all boards that say at what time a turn ends, if these times are no longer right: the
 * clocks stand still while the bot is down, so then each turn ends later than its board says.
 */
BOT_MUST_USE enum bot_error bot_timer_update_boards(struct bot_host *host);

#endif
