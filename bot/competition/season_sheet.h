/* What only the sheet of a season has: its sign-up. */
#ifndef BOT_COMPETITION_SEASON_SHEET_H
#define BOT_COMPETITION_SEASON_SHEET_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/* The season's part of a sheet: see struct bot_kind. */
void bot_season_add_sign_up(struct bot_host *host, struct bot_contest *season, const char *reader,
	struct bot_page *page);

#endif
