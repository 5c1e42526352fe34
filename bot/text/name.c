#include "bot/text/name.h"

#include "bot/base/attempt.h"
#include "bot/text/name_skeleton.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <string.h>
#include <unicode/uchar.h>

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
	return character == '\t' || u_charType((UChar32)character) == U_SPACE_SEPARATOR;
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
	return u_getCombiningClass((UChar32)character) != 0 ||
	       u_charType((UChar32)character) == U_ENCLOSING_MARK;
}

/*
 * Whether a name may have the character. A name may have letters of every script. A name may not
 * have control characters, signs such as @ and #, or the punctuation of links and sentences. The
 * only symbols that a name may have are pictures such as emoji.
 */
static bool is_fit(uint32_t character)
{
	uint32_t category = U_GET_GC_MASK((UChar32)character);

	if (bot_char_is_bidi_control(character) || is_sign(character))
		return false;
	if (category & U_GC_P_MASK)
		return is_name_punctuation(character);
	if (category & U_GC_CN_MASK)
		/* A newer version of Unicode may have made this number an emoji or a letter. */
		return character < 0xE0000;
	if (category & U_GC_SK_MASK)
		return character >= 0x1F3FB && character <= 0x1F3FF; /* skin tones of emoji */
	return !(category & (U_GC_SM_MASK | U_GC_SC_MASK | U_GC_CC_MASK | U_GC_CO_MASK |
				    U_GC_ZL_MASK | U_GC_ZP_MASK));
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

/*
 * Whether an addition to a name begins here, as in "Ann (she/her)" or "Ann | Fencing Club". In
 * Japanese names, wide brackets and a wide at sign begin one.
 */
static bool begins_addition(uint32_t character)
{
	static const uint32_t wide[] = {0xFF08, 0xFF3B, 0xFF5B, 0xFF5C, 0xFF0C, 0x3001, 0x300A,
		0x300C, 0x300E, 0x3010, 0x3014, 0xFF20};

	for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
		if (character == wide[i])
			return true;
	return character == '(' || character == '[' || character == '{' || character == '|' ||
	       character == ',';
}

/* Whether the character is a hyphen, or a middle dot as it stands between the parts of a hand. */
static bool is_separator(uint32_t character)
{
	return character == '-' || character == 0xB7 || character == 0x2010 ||
	       character == 0x2011 || character == 0x30FB;
}

/*
 * Whether the separator before `rest` has a space beside it, as in "Ann - Fencing Club". In a hand,
 * a name with a middle dot between spaces would look like two parts of the hand.
 */
static bool stands_apart(const struct cleaning *cleaning, const char *rest)
{
	uint32_t next;
	size_t size;

	while ((size = bot_char_read(rest, &next)) > 0 && is_hidden(next))
		rest += size;
	return cleaning->space || (size > 0 && is_space(next));
}

/* Cleans the name up to its end or to an addition. Returns false if the bot must not repeat it. */
static bool clean_all(struct cleaning *cleaning, const char *name)
{
	uint32_t character;
	size_t size;

	for (; (size = bot_char_read(name, &character)) > 0; name += size) {
		bool apart = is_separator(character) && stands_apart(cleaning, name + size);

		if (is_space(character))
			cleaning->space = cleaning->text.used > 0;
		else if (cleaning->text.used > 0 && (apart || begins_addition(character)))
			return true;
		else if (!apart && !is_hidden(character) &&
			 !clean_character(cleaning, name, size, character))
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

	cleaning.text = bot_text_in(clean, BOT_NAME_SIZE);
	if (!clean_all(&cleaning, name) || is_link(clean))
		clean[0] = '\0';
}

/* Whether the name has letters that are written from right to left. */
static bool is_right_to_left(const char *name)
{
	uint32_t character;
	size_t length;

	for (; (length = bot_char_read(name, &character)) > 0; name += length) {
		UCharDirection direction = u_charDirection((UChar32)character);

		if (direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC)
			return true;
	}
	return false;
}

/*
 * If a name is an alias, the store has this text in place of the skeleton. The bot then shows the
 * alias without the id. No skeleton is equal to this text, because skeletons have only letters and
 * digits.
 */
#define DISGUISED "-"

/* Whether the name has a full stop between two words, but not after an initial or "Dr". */
static bool has_full_stop(const char *name)
{
	for (const char *word = name; (name = strstr(name, ". ")); name += 2) {
		for (const char *at = word; at < name; at++)
			word = *at == ' ' ? at + 1 : word;
		if (name - word == 0 || name - word > 2)
			return true;
	}
	return false;
}

void bot_name_note(struct bot_store *store, const char *user, const char *name)
{
	char clean[BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];
	struct bot_known_name known;

	bot_name_clean(name, clean);
	if (has_full_stop(clean) && bot_name_is_doubtful(clean))
		clean[0] = '\0'; /* such as "Bob. Your turn" */
	bool is_known = bot_store_name(store, user, &known) && strcmp(known.name, clean) == 0;
	/* Older stores have no skeletons of Japanese names. */
	if (is_known && !bot_name_has_japanese(clean))
		return;
	bot_name_skeleton(clean, skeleton);
	if (bot_name_is_doubtful(clean))
		skeleton[0] = '\0';
	if (!is_known || strcmp(known.skeleton, skeleton) != 0)
		bot_store_set_name(store, user, clean, skeleton);
}

enum bot_error bot_name_learn(struct bot_store *store, const char *user, const char *name)
{
	BOT_ATTEMPT(bot_name_note(store, user, name));
}

void bot_name_disguise(struct bot_store *store, const char *user, const char *alias)
{
	bot_store_set_name(store, user, alias, DISGUISED);
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

/* Writes a label that has the id if `with_id` is true, or if the name can't be compared. */
static void write_label(const struct bot_known_name *known, const char *user, bool with_id,
	char label[BOT_LABEL_SIZE])
{
	struct bot_text text = bot_text_in(label, BOT_LABEL_SIZE);

	if (!known->name[0]) {
		bot_text_add(&text, user);
		return;
	}
	add_name(&text, known->name);
	if (strcmp(known->skeleton, DISGUISED) == 0)
		return;
	if (with_id || !known->skeleton[0]) {
		bot_text_add(&text, " (");
		bot_text_add(&text, user);
		bot_text_add(&text, ")");
	}
}

void bot_name_label(struct bot_store *store, const char *user, char label[BOT_LABEL_SIZE])
{
	struct bot_name_labels labels;

	bot_name_labels(store, user, &labels);
	memcpy(label, labels.label, BOT_LABEL_SIZE);
}

void bot_name_labels(struct bot_store *store, const char *user, struct bot_name_labels *labels)
{
	struct bot_known_name known = {.name = ""};

	bot_store_name(store, user, &known);
	write_label(&known, user, known.shared, labels->label);
	write_label(&known, user, true, labels->with_id);
	write_label(&known, user, false, labels->alone);
}

bool bot_name_may_link(struct bot_store *store, const char *user, const char *label)
{
	struct bot_known_name known = {.name = ""};

	return !bot_store_name(store, user, &known) ||
	       (!strstr(label, user) && strcmp(known.skeleton, DISGUISED) != 0);
}
