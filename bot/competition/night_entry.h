/*
 * How people enter a club night and leave it. Each function answers the sender, and shows the night
 * in its room. In private they are for the night in which the sender takes part
 * (room_competition.h), so nobody signs up there.
 */
#ifndef BOT_COMPETITION_NIGHT_ENTRY_H
#define BOT_COMPETITION_NIGHT_ENTRY_H

#include "bot/call/call.h"

/* Signs the sender up, or notes in the check-in that they are there. */
void bot_night_join(const struct bot_call *call);

/* Takes the sender out. After the start the sender must confirm it. */
void bot_night_leave(const struct bot_call *call, bool confirmed);

#endif
