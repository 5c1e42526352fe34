/* The command `status`: how the bot is doing, on one screen of a phone. */
#ifndef BOT_ADMIN_STATUS_H
#define BOT_ADMIN_STATUS_H

#include "bot/call/call.h"

void bot_admin_show_status(struct bot_call *call);

#endif
