/* Who fences in which division: what the last season and the ratings say about the entrants. */
#ifndef BOT_COMPETITION_SEEDS_H
#define BOT_COMPETITION_SEEDS_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* Finds the seeds of all entrants, by their index in season->entrant. */
void bot_season_find_seeds(struct bot_host *host, const struct bot_contest *season,
	struct bot_season_seed seed[BOT_NIGHT_ROWS]);

#endif
