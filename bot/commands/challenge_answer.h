/* The commands that answer a challenge, or take it back. */
#ifndef BOT_COMMANDS_CHALLENGE_ANSWER_H
#define BOT_COMMANDS_CHALLENGE_ANSWER_H

#include "bot/call/call.h"

/*
 * Whether the sender may accept, decline or cancel the challenge. They return false if `match` is
 * no challenge.
 */
bool bot_challenge_may_accept(const struct bot_call *call, const struct bot_match *match);
bool bot_challenge_may_decline(const struct bot_call *call, const struct bot_match *match);
bool bot_challenge_may_cancel(const struct bot_call *call, const struct bot_match *match);

void bot_run_accept(struct bot_call *call);
void bot_run_decline(struct bot_call *call);
void bot_run_cancel(struct bot_call *call);

#endif
