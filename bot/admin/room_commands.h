/* The commands `rooms` and `leave`: the rooms that the bot is in, and leaving one of them. */
#ifndef BOT_ADMIN_ROOM_COMMANDS_H
#define BOT_ADMIN_ROOM_COMMANDS_H

#include "bot/call/call.h"

void bot_admin_list_rooms(struct bot_call *call);
void bot_admin_leave(struct bot_call *call);

#endif
