#include "bot/text/phrase.h"

#include "bot/text/plain.h"
#include "bot/text/unspaced.h"

#include <stddef.h>
#include <string.h>

static bool has_word(const struct bot_words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (bot_words_match(words->word[i], word))
			return true;
	return false;
}

/* In a script without spaces, a word may also be a part of a typed one. */
static bool has_part(const struct bot_words *words, const char *word)
{
	uint32_t first;

	bot_plain_read(word, &first);
	if (!bot_unspaced_is_letter(first))
		return false;
	for (size_t i = 0; i < words->count; i++)
		if (strstr(words->word[i], word))
			return true;
	return false;
}

/* Whether the words have all words of the phrase, or are its only word. */
static bool asks(const struct bot_words *words, const char *phrase)
{
	bool only = !strchr(phrase, ' ');

	if (only)
		return words->count == 1 && has_word(words, phrase);
	while (*phrase) {
		char word[BOT_FOLDED_SIZE] = "";
		size_t length = strcspn(phrase, " ");

		memcpy(word, phrase, length < sizeof(word) ? length : sizeof(word) - 1);
		if (!has_word(words, word) && !has_part(words, word))
			return false;
		phrase += length + (phrase[length] == ' ');
	}
	return true;
}

enum bot_phrase bot_phrase_find(const struct bot_words *words)
{
	if (words->count < 1 || words->count > BOT_PHRASE_WORDS)
		return BOT_PHRASE_NONE;
	for (size_t i = 0; i < bot_langs_count; i++)
		for (const struct bot_phrase_words *each = bot_langs[i].phrases; each->words;
			each++)
			if (asks(words, each->words))
				return each->phrase;
	return BOT_PHRASE_NONE;
}
