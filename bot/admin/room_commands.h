/* The commands `rooms` and `leave`: the rooms that the bot is in, and leaving one of them. */
#ifndef BOT_ADMIN_ROOM_COMMANDS_H
#define BOT_ADMIN_ROOM_COMMANDS_H

#include "bot/call/call.h"

BOT_MUST_USE enum bot_error bot_admin_list_rooms(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_admin_leave(struct bot_call *call);

#endif
