/* What happens in each stage of a season: the sign-up, and the bouts. */
#ifndef BOT_COMPETITION_SEASON_STAGES_H
#define BOT_COMPETITION_SEASON_STAGES_H

#include "bot/competition/kind.h"

/* The season's parts of a run: see struct bot_kind. */
void bot_season_go_on(struct bot_run *run);
void bot_season_tell(const struct bot_run *run);

#endif
