#include "bot/vocabulary.h"

#include "bot/text.h"

#include <string.h>

/* The base letters of U+00C0 to U+00FF; a space where there is none. */
static const char bases[] = "aaaaaaaceeeeiiiidnooooo ouuuuy saaaaaaaceeeeiiiidnooooo ouuuuy y";

#define OTHER '\1' /* the base of all characters that no word has */

/* A character as it is compared: its base letter, and what may be typed after that for it. */
struct letter {
	char base; /* '\0' for marks that add nothing */
	char tail; /* '\0': none */
};

static struct letter fold(uint32_t character)
{
	static const char tailed[] = "\xC4\xD6\xDC\xDF\xE4\xF6\xFC"; /* of U+00C0 to U+00FF */
	struct letter letter = {OTHER, '\0'};

	if (character >= 'A' && character <= 'Z')
		letter.base = (char)(character - 'A' + 'a');
	else if (character < 0x80)
		letter.base = (char)character;
	else if (character >= 0x300 && character <= 0x36F)
		letter.base = '\0'; /* combining diacritical marks */
	else if (character >= 0xC0 && character <= 0xFF && bases[character - 0xC0] != ' ')
		letter.base = bases[character - 0xC0];
	if (character >= 0xC0 && character <= 0xFF && strchr(tailed, (char)character))
		letter.tail = character == 0xDF ? 's' : 'e';
	return letter;
}

/* The next character that is compared; its base is '\0' at `end`. */
static struct letter next(const char **text, const char *end)
{
	struct letter letter = {'\0', '\0'};

	while (*text < end && letter.base == '\0') {
		uint32_t character;
		size_t length = bot_text_char(*text, &character);

		letter = fold(character);
		*text += length;
	}
	return letter;
}

/* What may be typed after a letter is passed over unless the word goes on with it. */
static void pass_tail(
	struct letter letter, const char **typed, const char *typed_end, const char *word)
{
	const char *after = *typed;

	if (letter.tail && next(&after, typed_end).base == letter.tail && *word != letter.tail)
		*typed = after;
}

static bool is_letter(char byte)
{
	return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* Most words are not meant, which the first letter tells. */
static bool may_be(const char *typed, size_t size, const char *word)
{
	return size == 0 || !is_letter(*typed) || !is_letter(*word) ||
	       (*typed | 0x20) == (*word | 0x20);
}

bool bot_word_is(const char *typed, size_t size, const char *word)
{
	const char *typed_end = typed + size, *word_end;

	if (!may_be(typed, size, word))
		return false;
	word_end = word + strlen(word);
	for (;;) {
		struct letter wanted = next(&word, word_end);

		if (next(&typed, typed_end).base != wanted.base)
			return false;
		if (wanted.base == '\0')
			return true;
		pass_tail(wanted, &typed, typed_end, word);
	}
}

const char *bot_english(const char *typed, size_t size)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < bot_langs[i].words_count; j++)
			if (bot_word_is(typed, size, bot_langs[i].words[j].word))
				return bot_langs[i].words[j].english;
	return NULL;
}

const char *bot_in_english(const char *typed)
{
	const char *english = bot_english(typed, strlen(typed));

	return english ? english : typed;
}

void bot_word_fold(const char *text, char folded[BOT_FOLDED_SIZE])
{
	const char *end = text + strlen(text);
	size_t used = 0;

	do
		folded[used] = next(&text, end).base;
	while (folded[used] && ++used < BOT_FOLDED_SIZE - 1);
	folded[used] = '\0';
}
