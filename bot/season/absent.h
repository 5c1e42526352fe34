/* Which fencers of a season are away (bot/play/days_off.h). */
#ifndef BOT_SEASON_ABSENT_H
#define BOT_SEASON_ABSENT_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* Finds out whether a fencer is away now. */
BOT_MUST_USE enum bot_error bot_season_is_away(
	struct bot_host *host, const struct bot_entrant *entrant, bool *away);

/* Notes who is away now, by the index in season->entrant. */
BOT_MUST_USE enum bot_error bot_season_find_away(
	struct bot_host *host, const struct bot_night *season, bool away[BOT_NIGHT_ROWS]);

/*
 * When a season begins, counts in it what is left of the absence of each fencer: one that began
 * during the sign-up takes days of the season, too.
 */
BOT_MUST_USE enum bot_error bot_season_count_absences(
	struct bot_host *host, struct bot_night *season);

#endif
