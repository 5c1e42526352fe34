/*
 * Reads the sheets of sentences, one a language: each line has a reading and a sentence that people
 * wrote. A change of the words or meanings must leave them right.
 */
#include "bot/understand/lexicon.h"
#include "bot/understand/meanings.h"
#include "bot/understand/sentence.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

/* Reads one line of a sheet. Returns whether it is right, and says so if not. */
static bool check_line(char *line)
{
	struct bot_words words;
	char *sentence = strchr(line, '\t');

	line[strcspn(line, "\n")] = '\0';
	assert_non_null(sentence);
	*sentence++ = '\0';
	assert_true(bot_words_split(&words, sentence));
	const struct bot_guesses guesses = bot_sentence_read(&words);
	const bool sure = bot_guesses_are_sure(&guesses, words.question);
	const char *read = sure ? guesses.best[0].command : "?";
	if (strcmp(read, line) == 0)
		return true;
	print_error("\"%s\" is read as %s, not as %s\n", sentence, read, line);
	return false;
}

static void check_sheet(const char *code)
{
	char path[256], line[BOT_WORDS_SIZE];
	size_t lines = 0, wrong = 0;

	snprintf(path, sizeof(path), "%s/%s.tsv", TEST_SENTENCES, code);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		lines++;
		wrong += !check_line(line);
	}
	fclose(file);
	if (wrong > 0 || lines < 50)
		fail_msg("%s: %zu of %zu sentences are read wrongly", path, wrong, lines);
}

UNIT_TEST(test_sentences_of_each_language_are_understood)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		check_sheet(bot_langs[i].code);
}

/* What somebody else does, or what may be, gives nothing up. */
UNIT_TEST(test_hearsay_costs_nothing)
{
	static const char *const said[] = {"he's resigning", "you've resigned", "it says resign",
		"he accepts", "she joined", "was I leaving", "I would accept", "leave it to me",
		"no wonder", "I got rejected", "il accepte", "hij accepteert", "lei accetta",
		"er gibt auf", "ich nehme an dass"};

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		struct bot_words words;

		assert_true(bot_words_split(&words, said[i]));
		const struct bot_guesses guesses = bot_sentence_read(&words);
		if (bot_guesses_are_sure(&guesses, false) && guesses.best[0].costly)
			fail_msg("%s: %s", said[i], guesses.best[0].command);
	}
}

/* A language without a word for a concept can't say what all others can. */
UNIT_TEST(test_each_language_has_words_for_each_concept)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (uint16_t concept = 0; concept < bot_meanings()->concepts; concept ++) {
			const struct bot_concept_words *words = bot_langs[i].concepts;

			while (words->name && strcmp(words->name, bot_concept_name(concept)) != 0)
				words++;
			if (!words->name)
				fail_msg("%s has no word for %s", bot_langs[i].code,
					bot_concept_name(concept));
		}
}

UNIT_TEST(test_each_concept_of_a_language_is_in_a_meaning)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (const struct bot_concept_words *each = bot_langs[i].concepts; each->name;
			each++)
			if (bot_concept_find(each->name, strlen(each->name)) == BOT_NO_CONCEPT)
				fail_msg("%s: no meaning has %s", bot_langs[i].code, each->name);
}

/* Two readings of the same concepts would be a matter of luck, unless one takes other words. */
UNIT_TEST(test_no_two_readings_have_the_same_concepts)
{
	const struct bot_meanings *all = bot_meanings();
	size_t same = 0;

	for (size_t i = 0; i < all->count; i++)
		for (size_t j = i + 1; j < all->count; j++) {
			const struct bot_meaning *a = &all->meaning[i], *b = &all->meaning[j];

			if (strcmp(a->command, b->command) == 0 || a->takes || b->takes ||
				a->needed != b->needed || a->count != b->count ||
				memcmp(a->concept, b->concept, a->count * sizeof(a->concept[0])) !=
					0)
				continue;
			print_error("%s and %s have the same concepts\n", a->command, b->command);
			same++;
		}
	assert_int_equal(same, 0);
}
