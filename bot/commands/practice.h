/* The command that begins a practice match against the bot, which nobody has to accept. */
#ifndef BOT_COMMANDS_PRACTICE_H
#define BOT_COMMANDS_PRACTICE_H

#include "bot/call/call.h"

void bot_run_practice(struct bot_call *call);

/* Returns whether the match is a practice match of the sender that has ended. */
bool bot_practice_may_repeat(const struct bot_call *call, const struct bot_match *match);

#endif
