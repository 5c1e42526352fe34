/* The commands with which people look at a match. `undo` is here because it only explains. */
#ifndef BOT_COMMANDS_VIEW_H
#define BOT_COMMANDS_VIEW_H

#include "bot/call/call.h"

void bot_run_choices(struct bot_call *call);
void bot_run_undo(struct bot_call *call);
void bot_run_board(struct bot_call *call);
void bot_run_hand(struct bot_call *call);
void bot_run_hint(struct bot_call *call);

/* Answers whether the match that is played here, or the last one, is rated, and why not. */
void bot_view_answer_rated(const struct bot_call *call);

#endif
