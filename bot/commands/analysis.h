/* The command that tells how well a match was played: `analysis`. */
#ifndef BOT_COMMANDS_ANALYSIS_H
#define BOT_COMMANDS_ANALYSIS_H

#include "bot/call/call.h"

void bot_run_analysis(struct bot_call *call);

#endif
