/* The command `invite`: a link to the room, which people can paste anywhere. */
#ifndef BOT_COMMANDS_INVITE_H
#define BOT_COMMANDS_INVITE_H

#include "bot/call/call.h"

void bot_run_invite(struct bot_call *call);

#endif
