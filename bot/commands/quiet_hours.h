/* The command `quiet`: the hours in which the bot lets no device of the sender ring. */
#ifndef BOT_COMMANDS_QUIET_HOURS_H
#define BOT_COMMANDS_QUIET_HOURS_H

#include "bot/call/call.h"

void bot_run_quiet(struct bot_call *call);

/* Adds the line of the sender's settings that shows their hours. */
void bot_quiet_hours_add_setting(const struct bot_call *call, struct bot_page *page);

#endif
