/* The commands with which people look at a match. `undo` is here because it only explains. */
#ifndef BOT_VIEW_COMMANDS_H
#define BOT_VIEW_COMMANDS_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_choices(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_undo(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_board(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hand(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hint(struct bot_call *call);

#endif
