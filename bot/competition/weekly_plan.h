/* When the next weekly club night of a room begins. All times are wall times in milliseconds. */
#ifndef BOT_COMPETITION_WEEKLY_PLAN_H
#define BOT_COMPETITION_WEEKLY_PLAN_H

#include "bot/call/call.h"
#include "bot/store/store.h"

/* Plans the first night after the time `after`, by the clocks of the room. Does not store it. */
void bot_weekly_plan(struct bot_host *host, struct bot_weekly_night *weekly, int64_t after);

/* Plans the first night after the one that is planned, and after `now`. */
void bot_weekly_plan_next(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now);

#endif
