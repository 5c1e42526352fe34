/* Tells who fences now in a club night, and which bouts come next. */
#ifndef BOT_COMPETITION_UPCOMING_H
#define BOT_COMPETITION_UPCOMING_H

#include "bot/call/call.h"

/*
 * Answers with the bouts that are fenced now and the next ones. Before the start, shows the night.
 */
void bot_night_upcoming(const struct bot_call *call);

#endif
