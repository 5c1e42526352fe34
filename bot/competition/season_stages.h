/* What happens in each stage of a season: the sign-up, and the bouts; and who is away. */
#ifndef BOT_COMPETITION_SEASON_STAGES_H
#define BOT_COMPETITION_SEASON_STAGES_H

#include "bot/competition/kind.h"

/* The season's parts of a run, and whether a fencer is away: see struct bot_kind. */
void bot_season_go_on(struct bot_run *run);
void bot_season_tell(const struct bot_run *run);
bool bot_season_is_away(struct bot_host *host, const struct bot_entrant *entrant);

#endif
