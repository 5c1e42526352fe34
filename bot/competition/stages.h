/*
 * What happens in each stage of a club night (night_stages.c) and of a season (season_stages.c):
 * the sign-up, the bouts, and when the next stage begins.
 */
#ifndef BOT_COMPETITION_STAGES_H
#define BOT_COMPETITION_STAGES_H

#include "bot/competition/kind.h"

/* The night's parts of a run: see struct bot_kind. */
void bot_night_go_on(struct bot_run *run);
void bot_night_tell(const struct bot_run *run);

/* The season's parts of a run, and whether a fencer is away: see struct bot_kind. */
void bot_season_go_on(struct bot_run *run);
void bot_season_tell(const struct bot_run *run);
bool bot_season_is_away(struct bot_host *host, const struct bot_entrant *entrant);

#endif
