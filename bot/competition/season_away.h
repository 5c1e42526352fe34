/* Which fencers of a season are away (bot/play/days_off.h). */
#ifndef BOT_COMPETITION_SEASON_AWAY_H
#define BOT_COMPETITION_SEASON_AWAY_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* Whether a fencer is away now. */
bool bot_season_is_away(struct bot_host *host, const struct bot_entrant *entrant);

/* Notes who is away now, by the index in season->entrant. */
void bot_season_find_away(
	struct bot_host *host, const struct bot_contest *season, bool away[BOT_NIGHT_ROWS]);

/*
 * When a season begins, counts in it the days off that each fencer has left: those that began
 * during the sign-up take days of the season, too.
 */
void bot_season_count_days_away(struct bot_host *host, struct bot_contest *season);

#endif
