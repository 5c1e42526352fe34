#include "bot/text/name.h"

#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <string.h>

#include <utf8proc.h>

/*
 * Punctuation that a name may have: the apostrophe, hyphen, dot and underscore, and similar signs
 * in the names of other languages, such as the middle dots of Catalan and Japanese.
 */
static const uint32_t name_punctuation[] = {'\'', '-', '.', '_', 0xB7, 0x58A, 0x5BE, 0x5F3, 0x5F4,
	0xF0B, 0x2010, 0x2011, 0x2019, 0x30A0, 0x30FB};

/*
 * Unicode blocks of symbols that are not pictures: arrows, lines, boxes, and symbols made of
 * letters.
 */
static const struct {
	uint32_t first, last;
} signs[] = {{0x2100, 0x25FF}, {0x2900, 0x2B4F}, {0xFFE0, 0xFFFF}};

static bool is_name_punctuation(uint32_t character)
{
	for (size_t i = 0; i < sizeof(name_punctuation) / sizeof(name_punctuation[0]); i++)
		if (character == name_punctuation[i])
			return true;
	return false;
}

static bool is_sign(uint32_t character)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (character >= signs[i].first && character <= signs[i].last)
			return true;
	return false;
}

static bool is_space(uint32_t character)
{
	return character == '\t' ||
	       utf8proc_category((utf8proc_int32_t)character) == UTF8PROC_CATEGORY_ZS;
}

/* Whether the name is the same without the character, which takes no place in it. */
static bool is_hidden(uint32_t character)
{
	return (bot_char_is_invisible(character) || character == 0x200B || character == 0x2800) &&
	       !bot_char_is_bidi_control(character);
}

/*
 * Whether the character is a diacritic, which is drawn above, below or around the letter before it.
 */
static bool is_mark(uint32_t character)
{
	const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)character);

	return property->combining_class != 0 || property->category == UTF8PROC_CATEGORY_ME;
}

/*
 * Whether a name may have the character. A name may have letters of every script. A name may not
 * have control characters, signs such as @ and #, or the punctuation of links and sentences. The
 * only symbols that a name may have are pictures such as emoji.
 */
static bool is_fit(uint32_t character)
{
	const char *category = utf8proc_category_string((utf8proc_int32_t)character);

	if (bot_char_is_bidi_control(character) || is_sign(character))
		return false;
	if (category[0] == 'P')
		return is_name_punctuation(character);
	if (strcmp(category, "Cn") == 0)
		/* A newer version of Unicode may have made this number an emoji or a letter. */
		return character < 0xE0000;
	if (strcmp(category, "Sk") == 0)
		return character >= 0x1F3FB && character <= 0x1F3FF; /* skin tones of emoji */
	return !strstr("Sm Sc Cc Co Zl Zp", category);
}

/*
 * A name with more characters or words may be a sentence. A letter with more diacritics may cover
 * the text around it.
 */
#define CHARACTERS_MOST 32
#define WORDS_MOST      4
#define MARKS_MOST      2 /* the most diacritics on one letter */

/* The cleaned part of a name, while the rest of the name is being cleaned. */
struct cleaning {
	struct bot_text text;
	unsigned characters, words, marks;
	bool space; /* add a space before the next character */
};

/* Adds a character. Returns false if the bot must not repeat the name. */
static bool clean_character(
	struct cleaning *cleaning, const char *bytes, size_t size, uint32_t character)
{
	bool starts = cleaning->text.used == 0 || cleaning->space;

	if (!is_fit(character))
		return false;
	cleaning->marks = is_mark(character) ? cleaning->marks + 1 : 0;
	cleaning->characters += 1 + cleaning->space;
	cleaning->words += starts;
	if (cleaning->space)
		bot_text_add(&cleaning->text, " ");
	cleaning->space = false;
	bot_text_add_bytes(&cleaning->text, bytes, size);
	return !cleaning->text.cut && cleaning->marks <= MARKS_MOST &&
	       cleaning->characters <= CHARACTERS_MOST && cleaning->words <= WORDS_MOST;
}

/* Whether an addition to a name begins here, as in "Ann (she/her)" or "Ann | Fencing Club". */
static bool begins_addition(uint32_t character)
{
	return character == '(' || character == '[' || character == '{' || character == '|' ||
	       character == ',';
}

/* Cleans the name up to its end or to an addition. Returns false if the bot must not repeat it. */
static bool clean_all(struct cleaning *cleaning, const char *name)
{
	uint32_t character;
	size_t size;

	for (; (size = bot_char_read(name, &character)) > 0; name += size) {
		if (is_space(character))
			cleaning->space = cleaning->text.used > 0;
		else if (cleaning->text.used > 0 && begins_addition(character))
			return true;
		else if (!is_hidden(character) && !clean_character(cleaning, name, size, character))
			return false;
	}
	return true;
}

/*
 * Whether a chat client may turn the name into a link. Such a name has a dot before a digit or
 * before several letters, as a host name has. The name "J.R. Hartley" has no such dot.
 */
static bool is_link(const char *name)
{
	for (name = strchr(name, '.'); name; name = strchr(name + 1, '.')) {
		unsigned letters = 0;
		uint32_t character;

		for (const char *at = name + 1; !strchr(" .'-_", *at); letters++)
			at += bot_char_read(at, &character);
		if (letters > 1 || (name[1] >= '0' && name[1] <= '9'))
			return true;
	}
	return false;
}

void bot_name_clean(const char *name, char clean[BOT_NAME_SIZE])
{
	struct cleaning cleaning = {0};

	bot_text_init(&cleaning.text, clean, BOT_NAME_SIZE);
	if (!clean_all(&cleaning, name) || is_link(clean))
		clean[0] = '\0';
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

void bot_name_skeleton(const char *name, char skeleton[BOT_NAME_SIZE])
{
	bool has_letter = false;
	uint32_t character;
	size_t length, size = 0;

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

/* Whether the name has letters that are written from right to left. */
static bool is_right_to_left(const char *name)
{
	uint32_t character;
	size_t length;

	for (; (length = bot_char_read(name, &character)) > 0; name += length)
		switch (utf8proc_get_property((utf8proc_int32_t)character)->bidi_class) {
		case UTF8PROC_BIDI_CLASS_R:
		case UTF8PROC_BIDI_CLASS_AL:
			return true;
		default:
			break;
		}
	return false;
}

/*
 * If a name is an alias, the store has this text in place of the skeleton. The bot then shows the
 * alias without the id. No skeleton is equal to this text, because skeletons have only letters and
 * digits.
 */
#define DISGUISED "-"

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
};

/*
 * People could mistake a user with one of these names for the bot, or for a person with special
 * rights in the room.
 */
static const char own_words[] = "engarde garde bot host admin moderator system";

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

/* Whether people could mistake the name, or a part of it, for words of the bot. */
static bool sounds_like_bot(const char *name)
{
	char word[BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];

	bot_name_skeleton(name, skeleton);
	if (has_word(own_words, skeleton, 1))
		return true;
	while (*name) {
		name = next_word(name, word);
		bot_name_skeleton(word, skeleton);
		if (skeleton[0] && is_word_of_bot(skeleton))
			return true;
	}
	return false;
}

enum bot_error bot_name_learn(struct bot_store *store, const char *user, const char *name)
{
	char clean[BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];
	bool known;

	bot_name_clean(name, clean);
	enum bot_error error = bot_store_has_name(store, user, clean, &known);
	if (error || known)
		return error;
	bot_name_skeleton(clean, skeleton);
	if (sounds_like_bot(clean))
		skeleton[0] = '\0';
	return bot_store_set_name(store, user, clean, skeleton);
}

enum bot_error bot_name_disguise(struct bot_store *store, const char *user, const char *alias)
{
	return bot_store_set_name(store, user, alias, DISGUISED);
}

/*
 * Puts a name that is written from right to left between FIRST STRONG ISOLATE and POP ISOLATE, so
 * that the name does not change the direction of the text around it.
 */
static void add_name(struct bot_text *text, const char *name)
{
	static const char isolate[] = {'\xE2', '\x81', '\xA8', '\0'};
	static const char isolate_end[] = {'\xE2', '\x81', '\xA9', '\0'};
	bool isolated = is_right_to_left(name);

	bot_text_add(text, isolated ? isolate : "");
	bot_text_add(text, name);
	bot_text_add(text, isolated ? isolate_end : "");
}

static void write_label(const struct bot_known_name *known, const char *user, bool with_id,
	char label[BOT_LABEL_SIZE])
{
	struct bot_text text;

	bot_text_init(&text, label, BOT_LABEL_SIZE);
	if (!known->name[0]) {
		bot_text_add(&text, user);
		return;
	}
	add_name(&text, known->name);
	if (strcmp(known->skeleton, DISGUISED) == 0)
		return;
	if (with_id || known->shared || !known->skeleton[0]) {
		bot_text_add(&text, " (");
		bot_text_add(&text, user);
		bot_text_add(&text, ")");
	}
}

enum bot_error bot_name_label(struct bot_store *store, const char *user, char label[BOT_LABEL_SIZE])
{
	char with_id[BOT_LABEL_SIZE];

	return bot_name_labels(store, user, label, with_id);
}

enum bot_error bot_name_labels(struct bot_store *store, const char *user,
	char label[BOT_LABEL_SIZE], char with_id[BOT_LABEL_SIZE])
{
	struct bot_known_name known = {.name = ""};

	enum bot_error error = bot_store_name(store, user, &known);
	if (error && error != BOT_NOT_FOUND)
		return error;
	write_label(&known, user, false, label);
	write_label(&known, user, true, with_id);
	return BOT_OK;
}

enum bot_error bot_name_may_link(
	struct bot_store *store, const char *user, const char *label, bool *may)
{
	struct bot_known_name known = {.name = ""};

	enum bot_error error = bot_store_name(store, user, &known);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*may = error == BOT_NOT_FOUND ||
	       (!strstr(label, user) && strcmp(known.skeleton, DISGUISED) != 0);
	return BOT_OK;
}
