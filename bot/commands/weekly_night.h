/* The command that lets a room hold a club night every week. */
#ifndef BOT_COMMANDS_WEEKLY_NIGHT_H
#define BOT_COMMANDS_WEEKLY_NIGHT_H

#include "bot/call/call.h"

/* Runs `night every friday 20:00`, after which the terms of the nights may follow. */
void bot_night_hold_weekly(const struct bot_call *call);

#endif
