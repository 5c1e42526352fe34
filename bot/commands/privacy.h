#ifndef BOT_COMMANDS_PRIVACY_H
#define BOT_COMMANDS_PRIVACY_H

#include "bot/call/call.h"

/* The command `privacy`: what the bot keeps about a user, for how long, and who can read it. */
void bot_run_privacy(struct bot_call *call);

#endif
