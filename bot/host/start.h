/* The command `start`, which leads a newcomer to the next step. */
#ifndef BOT_START_H
#define BOT_START_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_start(struct bot_call *call);

#endif
