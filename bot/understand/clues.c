#include "bot/understand/clues.h"

#define UNSURE    70 /* the part, in percent, that a concept of a word with several ones counts */
#define SITUATION 50 /* the part that the situation counts */

#define SINGLE_MOST 44 /* clues of one sentence, so that all pairs of them have room */

/* The clues of a sentence, each once. */
struct single {
	size_t count;
	uint16_t clue[SINGLE_MOST];
	uint8_t percent[SINGLE_MOST];
};

/* Adds a clue. If it is there already, the greater percentage counts. */
static void add_clue(struct single *single, uint16_t clue, unsigned percent)
{
	size_t i = 0;

	while (i < single->count && single->clue[i] != clue)
		i++;
	if (i == SINGLE_MOST || (i < single->count && single->percent[i] >= percent))
		return;
	single->count += i == single->count;
	single->clue[i] = clue;
	single->percent[i] = (uint8_t)percent;
}

static void find_single(
	const struct bot_marks *marks, bool question, unsigned situation, struct single *single)
{
	size_t unknown = 0;

	add_clue(single, BOT_CLUE_ANY, 100);
	if (question)
		add_clue(single, BOT_CLUE_ASKS, 100);
	for (unsigned i = 0; situation >> i; i++)
		if (situation >> i & 1)
			add_clue(single, (uint16_t)(BOT_CLUE_SITUATION + i), SITUATION);
	for (size_t i = 0; i < marks->count; i++) {
		const struct bot_mark *mark = &marks->mark[i];

		bool name = mark->concepts == 0;

		for (size_t j = 0; j < mark->concepts; j++) {
			add_clue(single, mark->entry[j].concept,
				mark->percent * (mark->concepts > 1 ? UNSURE : 100) / 100);
			name = name || mark->entry[j].concept == bot_readings()->user;
		}
		if (mark->number)
			add_clue(single, BOT_CLUE_NUMBER, 100);
		else if (name)
			unknown++;
	}
	if (unknown > 0)
		add_clue(single, BOT_CLUE_UNKNOWN, 100);
	if (unknown > 1)
		add_clue(single, BOT_CLUE_UNKNOWNS, 100);
}

/* Whether the clue, beside another one, may mean something else than both alone. */
static bool may_pair(uint16_t clue)
{
	return clue != BOT_CLUE_ANY && (clue < BOT_CLUE_SITUATION || clue >= BOT_CLUE_CONCEPT);
}

static void add_pair(struct bot_clues *clues, uint32_t pair, unsigned percent)
{
	if (clues->count == BOT_PAIRS_MOST)
		return;
	clues->pair[clues->count] = pair;
	clues->percent[clues->count++] = (uint8_t)percent;
}

void bot_clues_find(
	const struct bot_marks *marks, bool question, unsigned situation, struct bot_clues *clues)
{
	struct single single = {.count = 0};

	clues->count = 0;
	find_single(marks, question, situation, &single);
	for (size_t i = 0; i < single.count; i++) {
		add_pair(clues, bot_pair_of(single.clue[i], BOT_NO_CLUE), single.percent[i]);
		for (size_t j = 0; j < i; j++)
			if (may_pair(single.clue[i]) && may_pair(single.clue[j]))
				add_pair(clues, bot_pair_of(single.clue[i], single.clue[j]),
					single.percent[i] * single.percent[j] / 100U);
	}
}
