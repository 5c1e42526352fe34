/* The command `night`: club nights (bot/competition/). */
#ifndef BOT_COMMANDS_NIGHT_H
#define BOT_COMMANDS_NIGHT_H

#include "bot/call/call.h"

void bot_run_night(struct bot_call *call);

/*
 * Returns whether a command of one word, such as `pause`, is about the club night of the room:
 * the sender moderates the room and plays no match there, and a night has begun.
 */
bool bot_night_is_meant(const struct bot_call *call);

#endif
