#include "bot/understand/clues.h"

#define UNSURE    70 /* the part, in percent, that a concept of a word with several ones counts */
#define SITUATION 50 /* the part that the situation counts */

/* Adds a clue. If it is there already, the greater percentage counts. */
static void add_clue(struct bot_clues *clues, uint16_t clue, unsigned percent)
{
	size_t i = 0;

	while (i < clues->count && clues->clue[i] != clue)
		i++;
	if (i == BOT_CLUES_MOST || (i < clues->count && clues->percent[i] >= percent))
		return;
	clues->count += i == clues->count;
	clues->clue[i] = clue;
	clues->percent[i] = (uint8_t)percent;
}

void bot_clues_find(
	const struct bot_marks *marks, bool question, unsigned situation, struct bot_clues *clues)
{
	size_t unknown = 0;

	clues->count = 0;
	add_clue(clues, BOT_CLUE_ANY, 100);
	if (question)
		add_clue(clues, BOT_CLUE_ASKS, 100);
	for (unsigned i = 0; situation >> i; i++)
		if (situation >> i & 1)
			add_clue(clues, (uint16_t)(BOT_CLUE_SITUATION + i), SITUATION);
	for (size_t i = 0; i < marks->count; i++) {
		const struct bot_mark *mark = &marks->mark[i];

		bool name = mark->concepts == 0;

		for (size_t j = 0; j < mark->concepts; j++) {
			add_clue(clues, mark->entry[j].concept,
				mark->percent * (mark->concepts > 1 ? UNSURE : 100) / 100);
			name = name || mark->entry[j].concept == bot_readings()->user;
		}
		if (mark->number)
			add_clue(clues, BOT_CLUE_NUMBER, 100);
		else if (name)
			unknown++;
	}
	if (unknown > 0)
		add_clue(clues, BOT_CLUE_UNKNOWN, 100);
	if (unknown > 1)
		add_clue(clues, BOT_CLUE_UNKNOWNS, 100);
}
