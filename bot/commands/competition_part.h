/* The parts of the commands `night` and `season`, as in `night join`: most are for both. */
#ifndef BOT_COMMANDS_COMPETITION_PART_H
#define BOT_COMMANDS_COMPETITION_PART_H

#include "bot/call/call.h"

struct bot_competition_part {
	const char *word; /* the second word of the command, in English */
	size_t most;      /* how many words the command has at most */
	void (*run)(const struct bot_call *call);
	bool private; /* people may write it in private, too */
};

/*
 * Runs the part that the second word means, which is one of `parts`, which only this command has,
 * or one that both commands have; or says that a word is too many. Returns false if the word means
 * none of them.
 */
bool bot_competition_part_run(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count);

/*
 * Runs a part in private, where a command is about the competition in which the sender takes part.
 * Says that all other parts belong to the room.
 */
void bot_competition_part_run_private(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count);

#endif
