/* What the rooms of a team match see of it. */
#ifndef BOT_COMPETITION_TEAM_SHEET_H
#define BOT_COMPETITION_TEAM_SHEET_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/* Adds the sheet for the room of the contest's half: `add_sheet` of the kind. */
void bot_team_add_sheet(struct bot_host *host, struct bot_contest *contest, struct bot_page *page);

#endif
