#include "bot/text/name_skeleton.h"

#include "bot/base/utf8.h"
#include "bot/text/japanese_look.def"
#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <string.h>
#include <unicode/unorm2.h>

#define HIRAGANA_FIRST 0x3041
#define HIRAGANA_LAST  0x3096
#define KATAKANA_FIRST 0x30A1
#define KATAKANA_LAST  0x30FA
#define TO_KATAKANA    (KATAKANA_FIRST - HIRAGANA_FIRST)
#define LONG_VOWEL     0x30FC
#define MIDDLE_DOT     0x30FB
#define ITERATION      0x3005 /* repeats the kanji before it */
#define VOICED         0x3099 /* the marks, which stand behind a kana in some texts */
#define HALF_VOICED    0x309A
#define KANJI_FIRST    0x4E00
#define KANJI_LAST     0x9FFF

#define JAPANESE_SIZE 5 /* bytes for any character, and a NUL */

static bool is_katakana(uint32_t character)
{
	return character >= KATAKANA_FIRST && character <= KATAKANA_LAST;
}

static bool is_japanese(uint32_t character)
{
	return (character >= HIRAGANA_FIRST && character <= HIRAGANA_LAST) ||
	       is_katakana(character) || character == LONG_VOWEL || character == ITERATION ||
	       (character >= KANJI_FIRST && character <= KANJI_LAST);
}

bool bot_name_has_japanese(const char *text)
{
	uint32_t character;
	size_t length;

	for (; (length = bot_char_read(text, &character)) > 0; text += length)
		if (is_japanese(character))
			return true;
	return false;
}

/* Returns the large katakana for a small one. */
static uint32_t enlarge(uint32_t kana)
{
	static const struct {
		uint32_t small, large;
	} sizes[] = {{0x30A1, 0x30A2}, {0x30A3, 0x30A4}, {0x30A5, 0x30A6}, {0x30A7, 0x30A8},
		{0x30A9, 0x30AA}, {0x30C3, 0x30C4}, {0x30E3, 0x30E4}, {0x30E5, 0x30E6},
		{0x30E7, 0x30E8}, {0x30EE, 0x30EF}, {0x30F5, 0x30AB}, {0x30F6, 0x30B1}};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (kana == sizes[i].small)
			return sizes[i].large;
	return kana;
}

/* Returns the large katakana without its mark for a kana, or else the character itself. */
static uint32_t reduce_kana(uint32_t character)
{
	UChar parts[2];
	UErrorCode error = U_ZERO_ERROR;

	if (character >= HIRAGANA_FIRST && character <= HIRAGANA_LAST)
		character += TO_KATAKANA;
	if (!is_katakana(character))
		return character;
	const UNormalizer2 *form = unorm2_getNFDInstance(&error);
	if (unorm2_getRawDecomposition(form, (UChar32)character, parts, 2, &error) > 0)
		character = parts[0];
	return enlarge(character);
}

/* Writes the letter that stands for the series in which `letter` is. */
static bool find_series(char letter[JAPANESE_SIZE])
{
	const char *at = strstr(LOOK_ALIKE, letter);
	uint32_t first;

	if (!at)
		return false;
	while (*at != ' ')
		at--;
	size_t length = bot_char_read(at + 1, &first);
	memcpy(letter, at + 1, length);
	letter[length] = '\0';
	return true;
}

static bool is_left_out(uint32_t character)
{
	return character == ' ' || character == '.' || character == MIDDLE_DOT ||
	       character == VOICED || character == HALF_VOICED;
}

/*
 * Writes the letter that stands for all letters that look like the first one of `text`, or "" for a
 * space and a middle dot, which a skeleton leaves out. Sets *length to the bytes that it has read.
 * Returns false if names with this letter can't be compared.
 */
static bool reduce_japanese(const char *text, char letter[JAPANESE_SIZE], size_t *length)
{
	uint32_t character;

	*length = bot_char_read(text, &character);
	letter[0] = '\0';
	if (is_left_out(character))
		return true;
	if (!is_japanese(character) && character != '-' && character != '_')
		return false;
	character = reduce_kana(character);
	bot_utf8_write(character, letter);
	return find_series(letter) || is_katakana(character) || strstr(DISTINCT, letter);
}

/*
 * Returns the letter that stands for a character in the skeleton of a name. Returns '\0' if the
 * skeleton leaves the character out. Returns '?' if names with this character can't be compared.
 */
static char skeleton_letter(uint32_t character)
{
	char base = bot_char_base(character);

	if (character == 0xDF) /* the letter for a sharp s looks like B */
		return 'b';
	if (base)
		return base;
	if (character < 0x80 || (character >= 0x2010 && character <= 0x2019))
		return '\0';
	return '?';
}

/*
 * Adds a letter to the skeleton (see bot_name_skeleton). Replaces a letter, or a pair such as "rn",
 * that looks like another letter.
 */
static size_t add_letter(char *skeleton, size_t size, char letter)
{
	static const char *const pairs[] = {"rnm", "vvw", "cld"};

	if (letter == 'i' || letter == '1')
		letter = 'l';
	if (letter == '0')
		letter = 'o';
	skeleton[size++] = letter;
	for (size_t i = 0; size > 1 && i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (memcmp(skeleton + size - 2, pairs[i], 2) == 0)
			skeleton[--size - 1] = pairs[i][2];
	return size;
}

/* Writes the skeleton of a name that has kana or kanji. */
static void write_japanese(const char *name, char skeleton[BOT_NAME_SIZE])
{
	char letter[JAPANESE_SIZE];
	size_t length;
	struct bot_text text = bot_text_in(skeleton, BOT_NAME_SIZE);

	for (; *name; name += length) {
		if (!reduce_japanese(name, letter, &length)) {
			skeleton[0] = '\0';
			return;
		}
		bot_text_add(&text, letter);
	}
}

void bot_name_skeleton(const char *name, char skeleton[BOT_NAME_SIZE])
{
	bool has_letter = false;
	uint32_t character;
	size_t length, size = 0;

	if (bot_name_has_japanese(name)) {
		write_japanese(name, skeleton);
		return;
	}
	for (; (length = bot_char_read(name, &character)) > 0; name += length) {
		char letter = skeleton_letter(character);

		if (letter == '?' || size == BOT_NAME_SIZE - 1) {
			size = 0;
			break;
		}
		has_letter = has_letter || letter >= 'a';
		if (letter)
			size = add_letter(skeleton, size, letter);
	}
	skeleton[has_letter ? size : 0] = '\0';
}

/* Words of the bot */

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
	uint32_t character;
	size_t length;
	struct bot_text copy = bot_text_in(word, BOT_NAME_SIZE);

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

	for (bool first = true; *name; first = false) {
		size_t length = strcspn(name, " ");
		struct bot_text copy = bot_text_in(word, sizeof(word));

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
		char letter[JAPANESE_SIZE] = "";

		memcpy(letter, name, length < JAPANESE_SIZE ? length : 0);
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
	if (bot_name_has_japanese(name))
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
