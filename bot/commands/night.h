/* The command `night`: club nights (bot/night/). */
#ifndef BOT_COMMANDS_NIGHT_H
#define BOT_COMMANDS_NIGHT_H

#include "bot/call/call.h"

BOT_MUST_USE enum bot_error bot_run_night(struct bot_call *call);

#endif
