/*
 * How people direct a season: they open, start and stop it, exclude somebody, and let the next one
 * open by itself. Each function answers the sender, and shows the season in its room.
 */
#ifndef BOT_COMPETITION_SEASON_DIRECTION_H
#define BOT_COMPETITION_SEASON_DIRECTION_H

#include "bot/base/duration.h"
#include "bot/call/call.h"
#include "bot/club/season.h"

#define BOT_SEASON_WEEKS_MOST  26
#define BOT_SEASON_WEEKS_OPEN  4               /* only moderators open longer ones */
#define BOT_SEASON_CLOCK       BOT_DAY         /* for a turn, unless somebody names a time */
#define BOT_SEASON_CLOCK_LEAST (12 * BOT_HOUR) /* nobody has to get up at night */
#define BOT_SEASON_CLOCK_MOST  BOT_WEEK

/* Opens a season in the call's room: `competition` has its length and terms. */
void bot_season_open(const struct bot_call *call, struct bot_competition *competition);

/*
 * Ends the sign-up now. For the organiser, and for moderators. Asks for a "yes" if the sign-up
 * would go on for more than BOT_NIGHT_SOON, unless `confirmed` is true.
 */
void bot_season_start(const struct bot_call *call, bool confirmed);

/* Ends the season. For the organiser before the start, and for moderators. */
void bot_season_stop(const struct bot_call *call, bool confirmed);

/* Lets the next season open by itself at the end of this one, or no longer. For moderators. */
void bot_season_repeat(const struct bot_call *call, bool again);

/* Exclude an entrant, and take that back (bot/competition/exclusion.h). */
void bot_season_exclude(const struct bot_call *call, const char *user);
void bot_season_include(const struct bot_call *call, const char *user);

#endif
