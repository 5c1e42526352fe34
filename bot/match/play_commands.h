/* The commands with which players act in a match, and with which people look at matches. */
#ifndef BOT_PLAY_COMMANDS_H
#define BOT_PLAY_COMMANDS_H

#include "bot/command/call.h"

BOT_MUST_USE enum bot_error bot_run_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_chosen_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_choices(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resign(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_stop(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_board(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hand(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hint(struct bot_call *call);

#endif
