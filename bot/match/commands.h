/*
 * The handlers of all commands about matches. bot/host/commands.c reads a command and calls its
 * handler. The handler writes the answer into the outbox. If the sender may not give the command,
 * the handler answers so and returns BOT_OK: it returns an error only if the store fails or memory
 * runs out.
 *
 * Only the sources *_commands.c define these handlers. They have no other public functions, so this
 * is the one header of all of them.
 */
#ifndef BOT_MATCH_COMMANDS_H
#define BOT_MATCH_COMMANDS_H

#include "bot/command/call.h"

/* challenge_commands.c */
BOT_MUST_USE enum bot_error bot_run_challenge(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_accept(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_decline(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_cancel(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_rematch(struct bot_call *call);

/* practice_commands.c */
BOT_MUST_USE enum bot_error bot_run_practice(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hint(struct bot_call *call);

/* play_commands.c */
BOT_MUST_USE enum bot_error bot_run_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_chosen_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_choices(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resign(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_stop(struct bot_call *call);

/* proposal_commands.c */
BOT_MUST_USE enum bot_error bot_run_pause(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resume(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_abandon(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_nudge(struct bot_call *call);

/* view_commands.c */
BOT_MUST_USE enum bot_error bot_run_board(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hand(struct bot_call *call);

/* record_commands.c */
BOT_MUST_USE enum bot_error bot_run_record(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_verify(struct bot_call *call);

#endif
