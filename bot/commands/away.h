/* The command `away`: days off (bot/play/days_off.h). */
#ifndef BOT_COMMANDS_AWAY_H
#define BOT_COMMANDS_AWAY_H

#include "bot/call/call.h"

void bot_run_away(struct bot_call *call);

/*
 * Returns whether the words are only "back" and the sender is away. Then they mean `away never`,
 * and neither a retreat nor the lesson before.
 */
bool bot_days_off_read_return(const struct bot_call *call);

#endif
