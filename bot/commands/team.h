/* The commands of a team match. */
#ifndef BOT_COMMANDS_TEAM_H
#define BOT_COMMANDS_TEAM_H

#include "bot/call/call.h"

void bot_run_team(struct bot_call *call);

#endif
