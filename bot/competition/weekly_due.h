/* What the bot does for weekly club nights when it is due: it opens, shows and starts them. */
#ifndef BOT_COMPETITION_WEEKLY_DUE_H
#define BOT_COMPETITION_WEEKLY_DUE_H

#include "bot/call/call.h"

/*
 * Does what is due for the weekly nights of all rooms. Returns the host's time of the next one, or
 * INT64_MAX.
 */
int64_t bot_weekly_run_due(struct bot_host *host);

#endif
