/* The command that asks the opponent of an ended match for another match with the same terms. */
#ifndef BOT_COMMANDS_REMATCH_H
#define BOT_COMMANDS_REMATCH_H

#include "bot/call/call.h"

/*
 * Whether the sender may ask for a rematch by a reaction: they have played the match, against a
 * person, and no moderator has stopped it.
 */
bool bot_rematch_may_ask(const struct bot_call *call, const struct bot_match *match);

void bot_run_rematch(struct bot_call *call);

#endif
