/* When a season goes on. All times are in the host's time (bot/call/time.h). */
#ifndef BOT_COMPETITION_SEASON_CALENDAR_H
#define BOT_COMPETITION_SEASON_CALENDAR_H

#include "bot/base/duration.h"
#include "bot/call/call.h"
#include "bot/club/season.h"

#define BOT_SEASON_SIGN_UP (3 * BOT_DAY) /* how long the sign-up takes */

/* Sets when the season is due next. */
void bot_season_set_due(const struct bot_host *host, struct bot_competition *competition);

/* Notes that the season has ended now. */
void bot_season_end(const struct bot_host *host, struct bot_competition *competition);

#endif
