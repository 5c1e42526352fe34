/* The commands that explain the commands and the bot. */
#ifndef BOT_HOST_HELP_H
#define BOT_HOST_HELP_H

#include "bot/call/call.h"

void bot_run_help(struct bot_call *call);
void bot_run_about(struct bot_call *call);

/*
 * Answers a message that is no command, with the next step that its writer probably looks for.
 * Never plays or ends anything.
 */
void bot_run_unknown(struct bot_call *call);

#endif
