/*
 * The commands `block` and `unblock`. A user who blocks another user refuses all challenges from
 * them: the other user can neither challenge them nor accept their open challenges. The bot tells
 * the other user only that the challenge is not possible.
 */
#ifndef BOT_COMMANDS_BLOCK_H
#define BOT_COMMANDS_BLOCK_H

#include "bot/call/call.h"

void bot_run_block(struct bot_call *call);
void bot_run_unblock(struct bot_call *call);

#endif
