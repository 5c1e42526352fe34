/* The clues in a sentence, which speak for or against readings. */
#ifndef BOT_UNDERSTAND_CLUES_H
#define BOT_UNDERSTAND_CLUES_H

#include "bot/understand/lexicon.h"
#include "bot/understand/readings.h"

/* Clues, and how much each of them counts, in percent. */
struct bot_clues {
	size_t count;
	uint16_t clue[BOT_CLUES_MOST];
	uint8_t percent[BOT_CLUES_MOST];
};

/* Whether the clue, beside another one, may mean something else than both alone. */
static inline bool bot_clue_pairs(uint16_t clue)
{
	return clue != BOT_CLUE_ANY && (clue < BOT_CLUE_SITUATION || clue >= BOT_CLUE_CONCEPT);
}

/* Finds the clues of a sentence, whose words were found in one language. */
void bot_clues_find(
	const struct bot_marks *marks, bool question, unsigned situation, struct bot_clues *clues);

#endif
