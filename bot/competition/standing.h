/* What somebody sees of a season in private: their place, their bouts, and their division. */
#ifndef BOT_COMPETITION_STANDING_H
#define BOT_COMPETITION_STANDING_H

#include "bot/club/season.h"
#include "bot/competition/kind.h"

/* Adds a line with the entrant's bouts that have not begun, if there are any. */
void bot_season_add_waiting(struct bot_host *host, struct bot_contest *season,
	const struct bot_entrant *entrant, struct bot_page *page);

/* The same after a line with the entrant's place, if they have one. */
void bot_season_add_place_and_waiting(struct bot_host *host, struct bot_contest *season,
	const struct bot_entrant *entrant, struct bot_page *page);

/*
 * Adds the sender's place in the division, their open bouts, and the table of their division; or
 * what the room sees, if they fence in none.
 */
void bot_season_add_own(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_contest *season, struct bot_page *page);

#endif
