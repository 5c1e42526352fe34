/* The command that begins a practice match against the bot, which nobody has to accept. */
#ifndef BOT_PRACTICE_COMMANDS_H
#define BOT_PRACTICE_COMMANDS_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_practice(struct bot_call *call);

#endif
