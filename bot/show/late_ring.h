/*
 * Rings for a challenge that somebody got silently, because it came in their quiet hours
 * (bot/call/quiet_hours.h): when the hours end, unless the challenge is answered by then.
 */
#ifndef BOT_SHOW_LATE_RING_H
#define BOT_SHOW_LATE_RING_H

#include "bot/match/loaded_match.h"

/*
 * If the challenged user has quiet hours now, sets BOT_TIMER_NOTIFY for the end of the hours.
 * Otherwise returns false.
 */
bool bot_late_ring_wait(struct bot_host *host, const struct bot_match *challenge);

/*
 * The handler of BOT_TIMER_NOTIFY for a challenge to a user. Rings in their private room or, if
 * they have none, in the room of the challenge. Waits longer if they have chosen other hours since.
 */
void bot_late_ring_run(struct bot_loaded_match *loaded);

#endif
