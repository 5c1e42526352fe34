/* What people write after `night` and `season` to open one: the terms of its bouts. */
#ifndef BOT_COMMANDS_COMPETITION_TERMS_H
#define BOT_COMMANDS_COMPETITION_TERMS_H

#include "bot/competition/kind.h"

/*
 * Reads the terms from the word `i` of the command on into `competition`. The terms that nobody
 * names are those of the room, with the clock of the kind. If a word is wrong, answers the sender,
 * and returns false.
 */
bool bot_competition_terms_read(const struct bot_call *call, const struct bot_kind *kind, size_t i,
	struct bot_competition *competition);

#endif
