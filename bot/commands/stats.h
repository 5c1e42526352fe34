/* The command that shows the results and ratings of a player. */
#ifndef BOT_COMMANDS_STATS_H
#define BOT_COMMANDS_STATS_H

#include "bot/call/call.h"

void bot_run_stats(struct bot_call *call);

#endif
