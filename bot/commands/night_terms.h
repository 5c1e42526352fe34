/* Reads the terms of a club night. */
#ifndef BOT_COMMANDS_NIGHT_TERMS_H
#define BOT_COMMANDS_NIGHT_TERMS_H

#include "bot/call/call.h"

struct bot_night_terms {
	struct eg_match_rules rules; /* rules.first is EG_NOBODY */
	int64_t clock;               /* milliseconds for each turn */
	bool third_place;
};

/*
 * Reads the terms from the word `i` of the command on. The rules and touches that are missing are
 * the room's; a missing clock is BOT_NIGHT_CLOCK. If the result is false, the bot has told the
 * sender what is wrong.
 */
bool bot_night_read_terms(const struct bot_call *call, size_t i, struct bot_night_terms *terms);

#endif
