/* How a team match goes on: its start, its bouts and its end. */
#ifndef BOT_COMPETITION_TEAM_STAGES_H
#define BOT_COMPETITION_TEAM_STAGES_H

#include "bot/competition/kind.h"

/* `go_on` and `tell` of the kind */
void bot_team_go_on(struct bot_run *run);
void bot_team_tell(const struct bot_run *run);

#endif
