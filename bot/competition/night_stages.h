/* What happens in each stage of a club night, and when the next stage begins. */
#ifndef BOT_COMPETITION_NIGHT_STAGES_H
#define BOT_COMPETITION_NIGHT_STAGES_H

#include "bot/competition/kind.h"

/* The night's parts of a run: see struct bot_kind. */
void bot_night_go_on(struct bot_run *run);
void bot_night_tell(const struct bot_run *run);

#endif
