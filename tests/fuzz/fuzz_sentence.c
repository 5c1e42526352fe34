/*
 * Fuzzes the reading of a sentence. Certainties are at most 100 and fall, no command comes twice,
 * and what costs something is never sure in a question or with words left over. An action has only
 * words that were typed, verbs, and cards that were heard as words. The times of a sentence are no
 * more words than fit a command.
 */
#include "bot/host/timed_words.h"
#include "bot/text/plain.h"
#include "bot/understand/sentence.h"
#include "bot/understand/spoken_action.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

#define TEXT_MOST 2048

static void expect_guesses(const struct bot_words *words)
{
	const struct bot_guesses guesses = bot_sentence_read(words, 0);

	FUZZ_EXPECT(guesses.count <= BOT_GUESSES);
	if (guesses.count > 0 && guesses.best[0].costly &&
		(guesses.best[0].rest || words->question))
		FUZZ_EXPECT(!bot_guesses_are_sure(&guesses, words->question));
	for (size_t i = 0; i < guesses.count; i++) {
		const struct bot_understood *guess = &guesses.best[i];

		FUZZ_EXPECT(guess->command && guess->command[0]);
		FUZZ_EXPECT(guess->certainty <= 100);
		FUZZ_EXPECT(words->count == BOT_WORDS || guess->rest >> words->count == 0);
		FUZZ_EXPECT(guess->asks_somebody || (guess->unknown & ~guess->rest) == 0);
		FUZZ_EXPECT(i == 0 || guess->certainty <= guesses.best[i - 1].certainty);
		for (size_t j = 0; j < i; j++)
			FUZZ_EXPECT(strcmp(guess->command, guesses.best[j].command) != 0);
	}
}

static bool is_typed(const char *word, const struct bot_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (words->word[i] == word)
			return true;
	return false;
}

static void expect_action(const struct bot_words *words)
{
	static const char *const verbs[] = {
		"attack", "advance", "retreat", "parry", "pass", "2", "4"};
	struct bot_words action = {0};

	if (bot_spoken_action_read(words, BOT_ASKS_WHETHER, &action))
		FUZZ_EXPECT(action.count > 1);
	else if (!bot_spoken_action_read(words, BOT_PLAYS, &action))
		return;
	else
		FUZZ_EXPECT(!words->question);
	FUZZ_EXPECT(action.count > 0 && action.count <= words->count);
	for (size_t i = 0; i < action.count; i++) {
		bool known = is_typed(action.word[i], words);

		for (size_t j = 0; j < sizeof(verbs) / sizeof(verbs[0]); j++)
			known = known || strcmp(action.word[i], verbs[j]) == 0;
		FUZZ_EXPECT(known);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[TEXT_MOST + 1], plain[TEXT_MOST + 1];
	struct bot_words words;

	size = size < TEXT_MOST ? size : TEXT_MOST;
	memcpy(text, data, size);
	text[size] = '\0';
	if (!bot_plain_write(text, plain, sizeof(plain)) || !bot_words_split(&words, plain) ||
		words.count == 0)
		return 0;
	expect_guesses(&words);
	expect_action(&words);
	bot_timed_words_keep(&words, size % 2);
	FUZZ_EXPECT(words.count <= BOT_WORDS);
	for (size_t i = 0; i < words.count; i++)
		FUZZ_EXPECT(*words.word[i]);
	return 0;
}
