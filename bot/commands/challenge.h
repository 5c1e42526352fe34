/* The command that makes a challenge. */
#ifndef BOT_COMMANDS_CHALLENGE_H
#define BOT_COMMANDS_CHALLENGE_H

#include "bot/call/call.h"

/*
 * Makes a challenge of the sender in the room match->room, which is not that of the message. Tells
 * the sender what has become of it, where they wrote.
 */
void bot_challenge_create_elsewhere(const struct bot_call *call, struct bot_match *match);

void bot_run_challenge(struct bot_call *call);

#endif
