/* The commands that need the agreement of both players, and nudges. */
#ifndef BOT_COMMANDS_PROPOSAL_H
#define BOT_COMMANDS_PROPOSAL_H

#include "bot/call/call.h"

void bot_run_pause(struct bot_call *call);
void bot_run_resume(struct bot_call *call);
void bot_run_abandon(struct bot_call *call);
void bot_run_nudge(struct bot_call *call);

#endif
