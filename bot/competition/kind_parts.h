/*
 * The parts of the kinds of competitions that have sources of their own. struct bot_kind (kind.h)
 * says what each does.
 */
#ifndef BOT_COMPETITION_KIND_PARTS_H
#define BOT_COMPETITION_KIND_PARTS_H

#include "bot/competition/kind.h"

/* night_stages.c: what happens in each stage of a club night, and when the next one begins. */
void bot_night_go_on(struct bot_run *run);
void bot_night_tell(const struct bot_run *run);

/* season_stages.c: the sign-up and the bouts of a season, and whether a fencer is away. */
void bot_season_go_on(struct bot_run *run);
void bot_season_tell(const struct bot_run *run);
bool bot_season_is_away(struct bot_host *host, const struct bot_entrant *entrant);

/* team_sheet.c: adds the sheet of a team match for the room of the contest's half. */
void bot_team_add_sheet(struct bot_host *host, struct bot_contest *contest, struct bot_page *page);

#endif
