/* What happens in each stage of a season: the sign-up, the bouts, and the end. */
#ifndef BOT_COMPETITION_SEASON_STAGES_H
#define BOT_COMPETITION_SEASON_STAGES_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* A run of a season: it goes on as far as it can. */
struct bot_season_run {
	struct bot_host *host;
	struct bot_contest *season;
	bool as_new; /* the message of the season is a new one */
	bool ends;   /* the season has ended in this run */
};

/* Goes on until the season has to wait. The caller stores and shows it. */
void bot_season_go_on(struct bot_season_run *run);

/*
 * After the final tables: tells the room who has won and who changes the division, notes the
 * champion among the honours of the room, and opens the next season if the room wants it.
 */
void bot_season_close(struct bot_season_run *run);

#endif
