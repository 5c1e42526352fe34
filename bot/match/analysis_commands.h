/* The command that tells how well a match was played: `analysis`. */
#ifndef BOT_ANALYSIS_COMMANDS_H
#define BOT_ANALYSIS_COMMANDS_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_analysis(struct bot_call *call);

#endif
