/* The commands that give the record of a match, or check it. */
#ifndef BOT_RECORD_COMMANDS_H
#define BOT_RECORD_COMMANDS_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_record(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_verify(struct bot_call *call);

#endif
