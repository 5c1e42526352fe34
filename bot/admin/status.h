/*
 * How the bot is doing: `status` says it on one screen of a phone, `rooms` shows the rooms that the
 * bot is in, and `leave` leaves one of them.
 */
#ifndef BOT_ADMIN_STATUS_H
#define BOT_ADMIN_STATUS_H

#include "bot/call/call.h"

void bot_admin_show_status(struct bot_call *call);

void bot_admin_list_rooms(struct bot_call *call);
void bot_admin_leave(struct bot_call *call);

#endif
