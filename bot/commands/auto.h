/* The command `auto`: the sender's forced actions play themselves, or not. */
#ifndef BOT_COMMANDS_AUTO_H
#define BOT_COMMANDS_AUTO_H

#include "bot/call/call.h"

void bot_run_auto(struct bot_call *call);

#endif
