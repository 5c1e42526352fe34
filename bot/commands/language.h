/* The command that shows and chooses the language of a room or of a user. */
#ifndef BOT_COMMANDS_LANGUAGE_H
#define BOT_COMMANDS_LANGUAGE_H

#include "bot/call/call.h"

void bot_run_language(struct bot_call *call);

#endif
