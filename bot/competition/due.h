/*
 * What the bot does when it is due: for club nights, seasons and team matches that go on, and for
 * weekly club nights, which it opens, shows and starts.
 */
#ifndef BOT_COMPETITION_DUE_H
#define BOT_COMPETITION_DUE_H

#include "bot/call/call.h"

/* Runs all competitions that are due. Returns the host's time of the next one, or INT64_MAX. */
int64_t bot_competitions_run_due(struct bot_host *host);

/*
 * Does what is due for the weekly nights of all rooms. Returns the host's time of the next one, or
 * INT64_MAX.
 */
int64_t bot_weekly_run_due(struct bot_host *host);

#endif
