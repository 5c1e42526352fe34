/* The end of a season: who has won it, who changes the division, and the next season. */
#ifndef BOT_COMPETITION_SEASON_ENDING_H
#define BOT_COMPETITION_SEASON_ENDING_H

#include "bot/club/season.h"
#include "bot/competition/kind.h"

/*
 * Tells the room the champion, the promotions and relegations, and the secret of a season that has
 * ended. Mentions the champion, who gets into the honours of the room. Says only that there is no
 * result if nobody has fenced.
 */
void bot_season_say_end(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *season);

/* Closes a season (struct bot_kind): says the end, and opens the next one if the room wants it. */
void bot_season_close(const struct bot_run *run);

#endif
