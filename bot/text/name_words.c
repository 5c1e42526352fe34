#include "bot/text/name_words.h"

#include "bot/text/japanese_look.def"
#include "bot/text/name_skeleton.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <string.h>

/* The messages in which the bot speaks of players, and the names of the bot's own players. */
static const struct {
	enum bot_msg first, last;
} spoken[] = {
	{BOT_MSG_SOMEBODY, BOT_MSG_SOMEBODY},
	{BOT_MSG_HOUSE_NOVICE, BOT_MSG_HOUSE_MAITRE},
	{BOT_MSG_DID_ADVANCE, BOT_MSG_MATCH_UNDECIDED},
	{BOT_MSG_RESULT_WON, BOT_MSG_RESULT_UNKNOWN},
	{BOT_MSG_BOARD_TITLE, BOT_MSG_BOARD_TITLE},
	{BOT_MSG_BOARD_TEXT, BOT_MSG_BOARD_OVER},
	{BOT_MSG_HAND, BOT_MSG_HAND_SCORE},
};

/*
 * People could mistake a user with one of these names for the bot, or for a person with special
 * rights in the room.
 */
static const char own_words[] = "engarde garde bot host admin moderator system";

/* A name may have a shorter word for the reader after its first word, for example "Anh Tu". */
#define READER_LEAST 3

/*
 * A name may contain a word of the bot's messages if the word has fewer bytes than this, for
 * example "is" or "van".
 */
#define WORD_LEAST 4

/*
 * Copies the first word of a text to `word`, and returns the text after the word. Skips a
 * placeholder such as {name} at the beginning. The word may be empty.
 */
static const char *next_word(const char *text, char word[BOT_NAME_SIZE])
{
	struct bot_text copy;
	uint32_t character;
	size_t length;

	bot_text_init(&copy, word, BOT_NAME_SIZE);
	if (*text == '{')
		text += strcspn(text, "}");
	for (; (length = bot_char_read(text, &character)) > 0 && *text != '{'; text += length) {
		if (character < 'A' || (character > 'Z' && character < 'a') ||
			(character > 'z' && character < 0xC0))
			return text + length;
		bot_text_add_bytes(&copy, text, length);
	}
	return text;
}

/* Whether a text has a word that has this skeleton and at least `least` bytes. */
static bool has_word(const char *text, const char *skeleton, size_t least)
{
	char word[BOT_NAME_SIZE], other[BOT_NAME_SIZE];

	while (*text) {
		text = next_word(text, word);
		bot_name_skeleton(word, other);
		if (strlen(word) >= least && strcmp(skeleton, other) == 0)
			return true;
	}
	return false;
}

/*
 * Whether a word with this skeleton is in `own_words`, or in a message about players and matches.
 */
static bool is_word_of_bot(const char *skeleton)
{
	if (has_word(own_words, skeleton, 1))
		return true;
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < sizeof(spoken) / sizeof(spoken[0]); j++)
			for (unsigned msg = spoken[j].first; msg <= spoken[j].last; msg++)
				if (has_word(bot_langs[i].messages[msg], skeleton, WORD_LEAST))
					return true;
	return false;
}

/*
 * Whether a word of at least `least` bytes with this skeleton means the reader in messages to a
 * player, in any language. A user with such a word in the name could seem to be the reader: "You
 * attacks", "you 3, You 5" in a score, or "waiting for only you".
 */
static bool is_word_for_reader(const char *skeleton, size_t least)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		if (has_word(bot_langs[i].reader, skeleton, least))
			return true;
	return false;
}

/*
 * Whether a word of a name, between two spaces, makes the name doubtful. A number does too, because
 * numbers stand before and after names: "Score: you 2, Bob 5 1".
 */
static bool is_doubtful(const char *word, bool first)
{
	char skeleton[BOT_NAME_SIZE];

	bot_name_skeleton(word, skeleton);
	return !skeleton[0] || is_word_of_bot(skeleton) ||
	       is_word_for_reader(skeleton, first ? 1 : READER_LEAST);
}

/* Whether a word between two spaces is doubtful. */
static bool has_doubtful_word(const char *name)
{
	char word[BOT_NAME_SIZE];
	struct bot_text copy;

	for (bool first = true; *name; first = false) {
		size_t length = strcspn(name, " ");

		bot_text_init(&copy, word, sizeof(word));
		bot_text_add_bytes(&copy, name, length);
		if (is_doubtful(word, first))
			return true;
		name += length + (name[length] == ' ');
	}
	return false;
}

/*
 * Whether a Japanese name is a part of a message about players and matches, or has a word of such
 * messages in it. Japanese has no spaces between words.
 */
static bool is_part_of_japanese(const char *name)
{
	static const char *const words[] = {JAPANESE_WORDS};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(name, words[i]))
			return true;
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < sizeof(spoken) / sizeof(spoken[0]); j++)
			for (unsigned msg = spoken[j].first; msg <= spoken[j].last; msg++)
				if (strstr(bot_langs[i].messages[msg], name))
					return true;
	return false;
}

/* Whether a Japanese name has a word that is only numbers or long strokes, as a score is. */
static bool has_japanese_number(const char *name)
{
	bool other = false;
	size_t length;

	for (uint32_t character; (length = bot_char_read(name, &character)) > 0; name += length) {
		char letter[BOT_JAPANESE_SIZE] = "";

		memcpy(letter, name, length < BOT_JAPANESE_SIZE ? length : 0);
		if (*name == ' ' && !other)
			return true;
		other = *name != ' ' && (other || !strstr(JAPANESE_NUMBERS, letter));
	}
	return !other;
}

bool bot_name_is_doubtful(const char *name)
{
	char word[BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];

	bot_name_skeleton(name, skeleton);
	if (bot_japanese_has(name))
		return !skeleton[0] || is_part_of_japanese(name) || has_japanese_number(name);
	if (has_word(own_words, skeleton, 1) || is_word_for_reader(skeleton, 1) ||
		has_doubtful_word(name))
		return true;
	while (*name) { /* the words between other signs, such as those of "Bob-wins" */
		name = next_word(name, word);
		bot_name_skeleton(word, skeleton);
		if (skeleton[0] && is_word_of_bot(skeleton))
			return true;
	}
	return false;
}
