/* What happens when a timer of a match runs out. bot/store/matches.h lists the timers. */
#ifndef BOT_PLAY_DUE_TIMERS_H
#define BOT_PLAY_DUE_TIMERS_H

#include "bot/match/loaded_match.h"

/*
 * Does what must be done when a timer of a match runs out: reminds a player, ends the match, and so
 * on. Clears the timer. But if the adapter may not have received all messages of the players yet,
 * this function only sets the timer to some seconds later. Sends no reminder if a later timer of
 * the same turn is due too, for example after the machine was suspended.
 */
void bot_due_timer_run(struct bot_host *host, int64_t match, enum bot_timer timer);

#endif
