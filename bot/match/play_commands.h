/* The commands with which people look at matches, set how they look, and end them early. */
#ifndef BOT_PLAY_COMMANDS_H
#define BOT_PLAY_COMMANDS_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_choices(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_undo(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_board(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hand(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hint(struct bot_call *call);

#endif
