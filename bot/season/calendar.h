/* When a season goes on. All times are in the host's time (bot/call/time.h). */
#ifndef BOT_SEASON_CALENDAR_H
#define BOT_SEASON_CALENDAR_H

#include "bot/call/call.h"
#include "bot/club/season.h"

#define BOT_SEASON_SIGN_UP                                                                         \
	(INT64_C(3) * 24 * 3600000) /* how many milliseconds the sign-up takes                     \
				     */

/* Sets when the season is due next. */
void bot_season_set_due(const struct bot_host *host, struct bot_competition *competition);

/* Notes that the season has ended now. */
void bot_season_end(const struct bot_host *host, struct bot_competition *competition);

#endif
