/* The command `away`: days off (bot/play/days_off.h). */
#ifndef BOT_COMMANDS_DAYS_OFF_H
#define BOT_COMMANDS_DAYS_OFF_H

#include "bot/call/call.h"

BOT_MUST_USE enum bot_error bot_run_away(struct bot_call *call);

#endif
