/* The commands with which one person ends a match: `resign`, `abort`, `claim` and `stop`. */
#ifndef BOT_COMMANDS_END_H
#define BOT_COMMANDS_END_H

#include "bot/call/call.h"

void bot_run_resign(struct bot_call *call);
void bot_run_abort(struct bot_call *call);
void bot_run_claim(struct bot_call *call);
void bot_run_stop(struct bot_call *call);

#endif
