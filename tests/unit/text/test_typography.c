/*
 * The messages have the punctuation of their language. In code, which people type, it is ASCII's.
 */
#include "bot/text/lang.h"
#include "bot/text/plain.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define THIN 0x202F /* the narrow no-break space */

static const char *const names[] = {
#define NAME(name) #name,
#include "bot/text/lang/names.inc"
#undef NAME
};

/* A character of a message that is no code, with the characters beside it; 0 if there is none. */
struct place {
	uint32_t before, character, after;
};

/* Returns the character and its length. A placeholder is read as one character. */
static uint32_t read(const char *text, size_t *length)
{
	uint32_t character;

	*length = text[0] == '{' ? strcspn(text, "}") + 1 : bot_char_read(text, &character);
	return text[0] == '{' ? '{' : character;
}

/*
 * Calls `is_right` with each character outside code of each message of the language. The usages of
 * commands are code.
 */
static void each_place(const char *code, bool (*is_right)(struct place place))
{
	const struct bot_lang *lang = bot_lang_find(code);

	assert_non_null(lang);
	for (enum bot_msg msg = 0; msg < BOT_MSG_COUNT; msg++) {
		const char *text = lang->messages[msg];
		bool usage = strncmp(names[msg], "USAGE_", 6) == 0;
		struct place place = {0};
		size_t length;

		for (bool typed = false; (place.character = read(text, &length)) != 0;
			text += length, place.before = place.character) {
			size_t next;

			typed ^= place.character == '`';
			place.after = read(text + length, &next);
			if (!typed && !usage && !is_right(place))
				fail_msg("%s: %s: %s", code, names[msg], text);
		}
	}
}

static bool is_one_of(uint32_t character, const char *marks)
{
	return character < 0x80 && strchr(marks, (int)character);
}

static bool is_french(struct place place)
{
	bool address = place.character == ':' && place.after == '/';

	if (place.character == 0xAB)
		return place.after == THIN;
	if (place.character == 0xBB)
		return place.before == THIN;
	if (is_one_of(place.character, ":;!?") && !address)
		return place.before == THIN || place.before == 0xA0;
	return place.character != '\'';
}

UNIT_TEST(test_french_has_thin_spaces_and_curved_apostrophes)
{
	each_place("fr", is_french);
}

static bool is_wide(uint32_t character)
{
	return bot_char_width(character) == 2;
}

static bool is_japanese(struct place place)
{
	return !is_one_of(place.character, ",.:;!?()") ||
	       !(is_wide(place.before) || is_wide(place.after));
}

UNIT_TEST(test_japanese_has_wide_marks)
{
	each_place("ja", is_japanese);
}

/* How many of the questions and exclamations that have begun are not over. */
static int questions, exclamations;

static bool is_spanish(struct place place)
{
	questions += (place.character == 0xBF) - (place.character == '?');
	exclamations += (place.character == 0xA1) - (place.character == '!');
	return questions >= 0 && exclamations >= 0;
}

UNIT_TEST(test_spanish_begins_questions_and_exclamations)
{
	questions = exclamations = 0;
	each_place("es", is_spanish);
	assert_int_equal(questions, 0);
	assert_int_equal(exclamations, 0);
}
