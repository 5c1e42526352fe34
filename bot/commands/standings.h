/* The commands that show the best players, the champions and the last matches of a room. */
#ifndef BOT_COMMANDS_STANDINGS_H
#define BOT_COMMANDS_STANDINGS_H

#include "bot/call/call.h"

void bot_run_top(struct bot_call *call);
void bot_run_honours(struct bot_call *call);
void bot_run_history(struct bot_call *call);

#endif
