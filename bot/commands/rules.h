/* The command that explains the game. */
#ifndef BOT_COMMANDS_RULES_H
#define BOT_COMMANDS_RULES_H

#include "bot/call/call.h"

void bot_run_rules(struct bot_call *call);

/*
 * Returns what `rules PART` explains, in a few words, or BOT_MSG_COUNT if the rules have no such
 * part.
 */
enum bot_msg bot_rules_about(const char *part);

#endif
