/*
 * The handlers of all commands about matches: the one contract between the table of commands
 * (bot/host/commands.c), which reads a command and calls its handler, and the sources *_commands.c,
 * which define the handlers and have no other public functions. The handler writes the answer into
 * the outbox. If the sender may not give the command, the handler tells them and returns BOT_OK:
 * it returns an error only if the store fails.
 */
#ifndef BOT_MATCH_COMMANDS_H
#define BOT_MATCH_COMMANDS_H

#include "bot/command/call.h"

/* challenge_commands.c: challenges, and practice matches, which nobody has to accept */
BOT_MUST_USE enum bot_error bot_run_challenge(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_accept(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_decline(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_cancel(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_rematch(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_practice(struct bot_call *call);

/* play_commands.c: what players do and see in their matches */
BOT_MUST_USE enum bot_error bot_run_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_chosen_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_choices(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resign(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_stop(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_board(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hand(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hint(struct bot_call *call);

/* proposal_commands.c: what needs the agreement of both players, and nudges */
BOT_MUST_USE enum bot_error bot_run_pause(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resume(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_abandon(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_nudge(struct bot_call *call);

/* record_commands.c: the record of a match, and the check of it */
BOT_MUST_USE enum bot_error bot_run_record(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_verify(struct bot_call *call);

#endif
