#include "bot/text/phrase.h"

#include "bot/text/plain.h"
#include "bot/text/unspaced.h"

#include <stddef.h>
#include <string.h>

/*
 * With what the typed words begin, in lower case and without diacritics. Nearly every phrase has a
 * word that begins otherwise, and looking for that first makes a search much cheaper.
 */
struct beginnings {
	bool ascii[0x80];
	bool other; /* a typed word has another character anywhere */
};

static struct beginnings read_beginnings(const struct bot_words *words)
{
	struct beginnings found = {0};

	for (size_t i = 0; i < words->count; i++) {
		char folded[BOT_FOLDED_SIZE];

		bot_words_fold(words->word[i], folded);
		if ((unsigned char)folded[0] < 0x80)
			found.ascii[(unsigned char)folded[0]] = true;
		for (const char *byte = folded; *byte; byte++)
			found.other |= (unsigned char)*byte >= 0x80;
	}
	return found;
}

/* Returns false if no typed word can be the word or have it as a part. */
static bool may_have(const struct beginnings *typed, const char *word)
{
	unsigned char first = (unsigned char)word[0];

	if (first < 0x80)
		return typed->ascii[first];
	/* a letter of two bytes may be a Latin one with a diacritic */
	return first < 0xE0 || typed->other;
}

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
static bool asks(const struct bot_words *words, const struct beginnings *typed, const char *phrase)
{
	if (!may_have(typed, phrase))
		return false;
	if (!strchr(phrase, ' '))
		return words->count == 1 && has_word(words, phrase);
	while (*phrase) {
		char word[BOT_FOLDED_SIZE] = "";
		size_t length = strcspn(phrase, " ");

		memcpy(word, phrase, length < sizeof(word) ? length : sizeof(word) - 1);
		if (!may_have(typed, word) || !(has_word(words, word) || has_part(words, word)))
			return false;
		phrase += length + (phrase[length] == ' ');
	}
	return true;
}

bool bot_phrase_is_statement(enum bot_phrase phrase)
{
	return phrase == BOT_PHRASE_RETURNED || phrase == BOT_PHRASE_GIVE_UP ||
	       phrase == BOT_PHRASE_ACCEPT || phrase == BOT_PHRASE_REMATCH ||
	       phrase == BOT_PHRASE_SIGN_OFF || phrase == BOT_PHRASE_HERE;
}

/* Whether the words say that it is not so, as "ich nehme nicht an" does of an acceptance. */
static bool deny(const struct bot_words *words, enum bot_phrase phrase)
{
	if (!bot_phrase_is_statement(phrase) && phrase != BOT_PHRASE_PRACTICE)
		return false;
	for (size_t i = 0; i < words->count; i++)
		if (bot_words_has_sense(words->word[i], BOT_SENSE_NOT))
			return true;
	return false;
}

enum bot_phrase bot_phrase_find(const struct bot_words *words)
{
	if (words->count < 1 || words->count > BOT_PHRASE_WORDS)
		return BOT_PHRASE_NONE;
	struct beginnings typed = read_beginnings(words);

	for (size_t i = 0; i < bot_langs_count; i++)
		for (const struct bot_phrase_words *each = bot_langs[i].phrases; each->words;
			each++)
			if (asks(words, &typed, each->words))
				return deny(words, each->phrase) ? BOT_PHRASE_NONE : each->phrase;
	return BOT_PHRASE_NONE;
}
