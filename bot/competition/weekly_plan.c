#include "bot/competition/weekly_plan.h"

#include "bot/base/duration.h"
#include "bot/call/time_zone.h"

void bot_weekly_plan(struct bot_host *host, struct bot_weekly_night *weekly, int64_t after)
{
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(host, weekly->room, zone);
	weekly->starts = bot_zone_next(zone, weekly->weekday, weekly->minute, after);
	weekly->open = false;
	weekly->due = weekly->starts > BOT_DAY ? weekly->starts - BOT_DAY : 1;
}

void bot_weekly_plan_next(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	bot_weekly_plan(host, weekly, now > weekly->starts ? now : weekly->starts);
}
