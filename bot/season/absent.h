/* Which fencers of a season are away (bot/play/days_off.h). */
#ifndef BOT_SEASON_ABSENT_H
#define BOT_SEASON_ABSENT_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* Notes who is away now, by the index in season->entrant. */
BOT_MUST_USE enum bot_error bot_season_find_away(
	struct bot_host *host, const struct bot_night *season, bool away[BOT_NIGHT_ROWS]);

#endif
