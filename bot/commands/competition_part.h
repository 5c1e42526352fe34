/*
 * The parts of the commands `night`, `season` and `team`, as in `night join`: most are for all.
 * Also what people write after these words to open one: the terms of its bouts.
 */
#ifndef BOT_COMMANDS_COMPETITION_PART_H
#define BOT_COMMANDS_COMPETITION_PART_H

#include "bot/call/call.h"
#include "bot/competition/kind.h"

struct bot_competition_part {
	const char *word; /* the second word of the command, in English */
	size_t most;      /* how many words the command has at most */
	void (*run)(const struct bot_call *call);
	bool private; /* people may write it in private, too */
};

/*
 * Runs the part that the second word means: one of `parts`, which only this command has, or one
 * that all these commands have. If the command has too many words, says so instead. In a room,
 * returns false if there is no such part. In private, where a command is about the competition in
 * which the sender takes part or can, says that all other parts belong to the room, and returns
 * true.
 */
bool bot_competition_part_run(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count);

/*
 * Reads the terms from the word `i` of the command on into `competition`. The terms that nobody
 * names are those of the room, with the clock of the kind. If a word is wrong, answers the sender,
 * and returns false.
 */
bool bot_competition_terms_read(const struct bot_call *call, const struct bot_kind *kind, size_t i,
	struct bot_competition *competition);

#endif
