/* The clues in a sentence, which speak for or against readings. */
#ifndef BOT_UNDERSTAND_CLUES_H
#define BOT_UNDERSTAND_CLUES_H

#include "bot/understand/lexicon.h"
#include "bot/understand/readings.h"

#define BOT_PAIRS_MOST 1024 /* of one sentence; those beyond do not count */

/* Clues and pairs of clues, and how much each of them counts, in percent. */
struct bot_clues {
	size_t count;
	uint32_t pair[BOT_PAIRS_MOST]; /* see bot_pair_of */
	uint8_t percent[BOT_PAIRS_MOST];
};

/* Finds the clues of a sentence, whose words were found in one language, and their pairs. */
void bot_clues_find(
	const struct bot_marks *marks, bool question, unsigned situation, struct bot_clues *clues);

#endif
