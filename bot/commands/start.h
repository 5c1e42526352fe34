/* The command `start`, which leads a newcomer to the next step. */
#ifndef BOT_COMMANDS_START_H
#define BOT_COMMANDS_START_H

#include "bot/call/call.h"

void bot_run_start(struct bot_call *call);

/*
 * If a challenge to the sender waits here, tells them how to answer it. Returns whether one waits.
 */
bool bot_start_tell_challenged(struct bot_call *call);

#endif
