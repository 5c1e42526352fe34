/*
 * The host's time and the wall clock move apart while the bot can't receive messages
 * (bot/call/time.h). What depends on both follows here: the boards, which show the ends of turns in
 * wall time, and the clocks of players who are away until a wall time (days_off.h).
 */
#ifndef BOT_PLAY_CLOCKS_H
#define BOT_PLAY_CLOCKS_H

#include "bot/call/call.h"

/*
 * Updates the host's time, as bot_time_update does. If the wall clock has moved by a minute or
 * more, corrects the clocks of players who are away, and the boards. A call of the host begins with
 * this, so that a new turn is timed by the same clocks as the others.
 */
void bot_clocks_update(struct bot_host *host);

#endif
