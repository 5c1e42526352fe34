/*
 * The command `notify`: the bot tells the sender when somebody makes a challenge that anybody may
 * accept (bot/show/notification.h). In a room the command is about this room. In private it is
 * about all rooms that the sender shares with the bot, and `notify off` also ends it for each
 * single room.
 */
#ifndef BOT_COMMANDS_NOTIFY_H
#define BOT_COMMANDS_NOTIFY_H

#include "bot/call/call.h"

void bot_run_notify(struct bot_call *call);

#endif
