/* What the commands `night` and `season` have in common: the parts, as in `night join`. */
#ifndef BOT_COMMANDS_COMPETITION_PART_H
#define BOT_COMMANDS_COMPETITION_PART_H

#include "bot/call/call.h"

struct bot_competition_part {
	const char *word; /* the second word of the command, in English */
	size_t most;      /* how many words the command has at most */
	void (*run)(const struct bot_call *call);
};

/*
 * Runs the part that the second word means, or says that a word is too many. Returns false if the
 * word means none of the parts.
 */
bool bot_competition_part_run(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count);

/* Whether the third word is a "yes", which confirms what the bot has asked about. */
bool bot_competition_part_is_confirmed(const struct bot_call *call);

/* Answers the sender with a link to the page of the competition, if the bot has a web page. */
void bot_competition_part_link(const struct bot_call *call, enum bot_competition_kind kind);

#endif
