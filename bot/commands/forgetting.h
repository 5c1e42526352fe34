/* The command `forget`, which erases what the bot knows of the sender. */
#ifndef BOT_COMMANDS_FORGETTING_H
#define BOT_COMMANDS_FORGETTING_H

#include "bot/call/call.h"

void bot_run_forget(struct bot_call *call);

#endif
