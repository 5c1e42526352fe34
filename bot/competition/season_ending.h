/* The end of a season: who has won it, and who changes the division. */
#ifndef BOT_COMPETITION_SEASON_ENDING_H
#define BOT_COMPETITION_SEASON_ENDING_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/*
 * Tells the room the champion, the promotions and relegations, and the secret of a season that has
 * ended. Mentions the champion, who gets into the honours of the room. Says only that there is no
 * result if nobody has fenced.
 */
void bot_season_say_end(struct bot_host *host, struct bot_contest *season);

#endif
