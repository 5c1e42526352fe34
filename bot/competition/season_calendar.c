#include "bot/competition/season_calendar.h"

#include "bot/base/duration.h"

#define LOOK_EVERY BOT_HOUR /* in case the end of a bout was not reported */

void bot_season_set_due(const struct bot_host *host, struct bot_competition *competition)
{
	int64_t due = competition->starts;

	if (competition->stage == BOT_STAGE_ENDED) {
		competition->due = 0;
		return;
	}
	if (competition->stage != BOT_STAGE_SIGN_UP) {
		due = host->time + LOOK_EVERY;
		if (competition->shows > 0 && competition->shows < due)
			due = competition->shows;
		if (competition->ends < due)
			due = competition->ends;
	}
	competition->due = due > 0 ? due : 1;
}

void bot_season_end(const struct bot_host *host, struct bot_competition *competition)
{
	int64_t now = host->port->now(host->port->self);

	competition->stage = BOT_STAGE_ENDED;
	competition->ended = now > 0 ? now : 1;
}
