/*
 * Reads the sheets of sentences, which README.md explains. The weights were learned from them, and
 * have to give most of them back.
 */
#include "bot/understand/readings.h"
#include "bot/understand/sentence.h"
#include "tests/support/cmocka.h"
#include "tests/unit/understand/sheet.h"

/*
 * Percent of all sentences of a language. The model has learned them, but it has to read others,
 * too, so it does not learn each by heart.
 */
#define RIGHT_LEAST 84
#define WRONG_MOST  5

struct counts {
	size_t lines, right, wrong;
};

/* Whether the reading costs something, or is ".here": who joins in the check-in is here. */
static bool may_cost(const char *command)
{
	const struct bot_readings *all = bot_readings();

	if (strcmp(command, ".here") == 0)
		return true;
	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->reading[i].command, command) == 0 && all->reading[i].costly)
			return true;
	return false;
}

static void check_line(const struct bot_lang *lang, const struct sheet_line *line, void *self)
{
	struct counts *counts = self;
	struct bot_words words;

	(void)lang;
	assert_true(bot_words_split(&words, line->sentence));
	const struct bot_guesses guesses = bot_sentence_read(&words, line->situation);
	const bool sure = bot_guesses_are_sure(&guesses, words.question);
	const bool right = strcmp(sure ? guesses.best[0].command : "?", line->reading) == 0;

	counts->lines++;
	counts->right += right;
	counts->wrong += sure && !right;
	if (sure && guesses.best[0].costly && !may_cost(line->reading))
		fail_msg("%s costs something: %s", guesses.best[0].command, line->sentence);
}

UNIT_TEST(test_sentences_of_each_language_are_understood)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		struct counts counts = {0};

		sheet_read(TEST_SENTENCES, &bot_langs[i], check_line, &counts);
		assert_true(counts.lines >= 500);
		if (100 * counts.right < RIGHT_LEAST * counts.lines ||
			100 * counts.wrong > WRONG_MOST * counts.lines)
			fail_msg("%s: of %zu sentences %zu right, %zu wrong", bot_langs[i].code,
				counts.lines, counts.right, counts.wrong);
	}
}

/* What somebody else does, or what may be, gives nothing up. */
UNIT_TEST(test_hearsay_costs_nothing)
{
	static const char *const said[] = {"he's resigning", "you've resigned", "it says resign",
		"he accepts", "she joined", "was I leaving", "I would accept", "leave it to me",
		"no wonder", "I got rejected", "il accepte", "hij accepteert", "lei accetta",
		"er gibt auf", "ich nehme an dass"};

	for (size_t i = 0; i < 2 * sizeof(said) / sizeof(said[0]); i++) {
		const unsigned situation = i % 2 ? BOT_CHALLENGED | BOT_COMPETES : 0;
		struct bot_words words;

		assert_true(bot_words_split(&words, said[i / 2]));
		const struct bot_guesses guesses = bot_sentence_read(&words, situation);
		if (bot_guesses_are_sure(&guesses, false) && guesses.best[0].costly)
			fail_msg("%s: %s", said[i / 2], guesses.best[0].command);
	}
}

/* What a word denies, or what is about something else, costs nothing and asks nobody. */
UNIT_TEST(test_what_is_denied_is_only_offered)
{
	static const struct {
		unsigned situation;
		const char *sentence;
	} cases[] = {
		{BOT_CHALLENGED, "I accept no challenges"},
		{BOT_CHALLENGED, "no I accept"},
		{BOT_CHALLENGED, "I accepted already"},
		{BOT_CHALLENGED, "ich akzeptiere keine"},
		{BOT_CHALLENGED, "ik accepteer geen uitdaging"},
		{BOT_CHALLENGED, "accetto le tue scuse"},
		{BOT_CHALLENGED, "j'accepte tes excuses"},
		{BOT_CHALLENGED, "acepto tus disculpas"},
		{BOT_CHALLENGED, "I don't decline"},
		{BOT_CHALLENGED, "I don't look for an opponent"},
		{BOT_CHALLENGED, "nobody looking for an opponent?"},
		{BOT_COMPETES, "I won't leave"},
		{BOT_COMPETES, "I don't leave"},
		{BOT_COMPETES, "please don't leave"},
		{BOT_COMPETES, "nobody leaves"},
		{BOT_COMPETES, "je ne pars pas"},
		{BOT_COMPETES, "no me retiro"},
		{BOT_COMPETES, "non esco"},
		{BOT_COMPETES, "ik ga niet weg"},
		{BOT_COMPETES, "ich bin nicht raus"},
		{BOT_COMPETES, "\u629C\u3051\u306A\u3044"},
		{BOT_COMPETES, "me voy a comer"},
		{BOT_TO_ACT, "no pause please"},
		{BOT_TO_ACT, "no need to pause"},
		{BOT_TO_ACT, "pas de pause"},
		{BOT_TO_ACT, "no rematch"},
	};
	const struct bot_readings *all = bot_readings();

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_words words;

		assert_true(bot_words_split(&words, cases[i].sentence));
		const struct bot_guesses guesses = bot_sentence_read(&words, cases[i].situation);
		for (size_t j = 0; j < all->count && bot_guesses_are_sure(&guesses, false); j++)
			if (strcmp(all->reading[j].command, guesses.best[0].command) == 0 &&
				(all->reading[j].costly || all->reading[j].asks_somebody))
				fail_msg("%s: %s", cases[i].sentence, guesses.best[0].command);
	}
}

/* What somebody is doing tells which of two readings they mean. "?" is none for certain. */
UNIT_TEST(test_situation_chooses_between_readings)
{
	static const struct {
		unsigned situation;
		const char *reading, *sentence;
	} cases[] = {
		{BOT_CHALLENGED, "accept", "allez c'est parti"},
		{BOT_IDLE, "start", "allez c'est parti"},
		{BOT_IDLE, "top", "qui\u00E9n va primero en la clasificaci\u00F3n"},
		{BOT_COMPETES, ".table", "qui\u00E9n va primero en la clasificaci\u00F3n"},
		{BOT_TO_ACT, "hint", "any tips?"},
		{BOT_COMPETES, ".leave", "ich schaffs heute doch nicht"},
		{BOT_COMPETES | BOT_CHECKS_IN, ".here", "I'm here"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_words words;

		assert_true(bot_words_split(&words, cases[i].sentence));
		const struct bot_guesses guesses = bot_sentence_read(&words, cases[i].situation);
		const bool sure = bot_guesses_are_sure(&guesses, words.question);
		assert_string_equal(sure ? guesses.best[0].command : "?", cases[i].reading);
	}
}

/* A language without a word for a concept can't say what all others can. */
UNIT_TEST(test_each_language_has_words_for_each_concept)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (uint16_t clue = BOT_CLUE_CONCEPT; clue < bot_readings()->clues; clue++) {
			const struct bot_concept_words *words = bot_langs[i].concepts;

			while (words->name && strcmp(words->name, bot_clue_name(clue)) != 0)
				words++;
			if (!words->name)
				fail_msg("%s has no word for %s", bot_langs[i].code,
					bot_clue_name(clue));
		}
}

/* Two costly readings of the same concepts would be a matter of luck. */
UNIT_TEST(test_no_two_readings_have_the_same_concepts)
{
	const struct bot_readings *all = bot_readings();

	for (size_t i = 0; i < all->meanings; i++)
		for (size_t j = i + 1; j < all->meanings; j++) {
			const struct bot_meaning *a = &all->meaning[i], *b = &all->meaning[j];

			if (a->reading != b->reading && a->needed == b->needed &&
				a->count == b->count &&
				memcmp(a->concept, b->concept, a->count * sizeof(a->concept[0])) ==
					0)
				fail_msg("%s and %s", all->reading[a->reading].command,
					all->reading[b->reading].command);
		}
}
