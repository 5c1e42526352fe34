/*
 * Each message has the same parts in every language as it has in English, and is no English text.
 */
#include "bot/text/lang.h"
#include "bot/text/plain.h"
#include "tests/support/cmocka.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const names[] = {
#define NAME(name) #name,
#include "bot/text/lang/names.inc"
#undef NAME
};

static bool listed(enum bot_msg msg, const enum bot_msg *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == msg)
			return true;
	return false;
}

#define LISTED(list, msg) listed(msg, list, sizeof(list) / sizeof((list)[0]))

/* Calls `check` with each message of each language, and with the same message in English. */
static void each_message(
	size_t first, bool (*check)(enum bot_msg msg, const char *text, const char *english))
{
	for (size_t i = first; i < bot_langs_count; i++) {
		for (enum bot_msg msg = 0; msg < BOT_MSG_COUNT; msg++) {
			const char *text = bot_langs[i].messages[msg];

			if (!check(msg, text, bot_langs[0].messages[msg]))
				fail_msg("%s: %s: %s", bot_langs[i].code, names[msg], text);
		}
	}
}

/* Counts how often each number is in a text. */
#define NUMBERS 10000 /* of four digits, as years have */
static void count_numbers(const char *text, unsigned count[NUMBERS])
{
	while (*(text += strcspn(text, "0123456789"))) {
		char *end;
		unsigned long number = strtoul(text, &end, 10);

		assert_in_range(number, 0, NUMBERS - 1);
		count[number]++;
		text = end;
	}
}

/* Counts the numbers that English writes as words, and other languages may write in digits. */
static void count_number_words(const char *text, unsigned count[NUMBERS])
{
	static const struct {
		const char *word;
		unsigned number;
	} words[] = {{"a", 1}, {"an", 1}, {"one", 1}, {"once", 1}, {"first", 1}, {"each", 1},
		{"second", 2}, {"two", 2}, {"twice", 2}, {"both", 2}, {"three", 3}, {"third", 3},
		{"four", 4}, {"fourth", 4}, {"five", 5}, {"six", 6}, {"half", 30}};
	char copy[4096], *rest = NULL;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *word = strtok_r(copy, " \n,.;:?!`{}()", &rest); word;
		word = strtok_r(NULL, " \n,.;:?!`{}()", &rest))
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			count[words[i].number] += strcasecmp(word, words[i].word) == 0;
}

static bool has_the_same_numbers(enum bot_msg msg, const char *text, const char *english)
{
	unsigned count[2][NUMBERS] = {{0}}, in_words[NUMBERS] = {0};
	(void)msg;

	count_numbers(text, count[0]);
	count_numbers(english, count[1]);
	count_number_words(english, in_words);
	for (size_t i = 0; i < NUMBERS; i++)
		if (count[0][i] < count[1][i] || count[0][i] > count[1][i] + in_words[i])
			return false;
	return true;
}

UNIT_TEST(test_translations_have_the_same_numbers)
{
	each_message(1, has_the_same_numbers);
}

static size_t marks(const char *text, char mark)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == mark;
	return count;
}

static bool has_the_same_lines_and_marks(enum bot_msg msg, const char *text, const char *english)
{
	(void)msg;
	for (const char *mark = "\n`*"; *mark; mark++)
		if (marks(text, *mark) != marks(english, *mark))
			return false;
	return true;
}

UNIT_TEST(test_translations_have_the_same_lines_and_marks)
{
	each_message(1, has_the_same_lines_and_marks);
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), size = strlen(end);

	return length >= size && strcmp(text + length - size, end) == 0;
}

static const char *const wide_marks[] = {"\u3002", "\u3001", "\uFF1A", "\uFF1F", "\uFF01"};

/*
 * Returns the space or the punctuation mark at the end of a text, or 0. Wide marks are no other
 * ones.
 */
static char last_mark(const char *text)
{
	char last = text[0] ? text[strlen(text) - 1] : '\0';

	for (size_t i = 0; i < sizeof(wide_marks) / sizeof(wide_marks[0]); i++)
		if (ends_with(text, wide_marks[i]))
			return ".,:?!"[i];
	return strchr(" .,:?!", last) ? last : '\0';
}

/* Wide marks have room after them: no space follows them. */
static bool ends_wide(const char *text)
{
	for (size_t i = 0; i < sizeof(wide_marks) / sizeof(wide_marks[0]); i++)
		if (ends_with(text, wide_marks[i]))
			return true;
	return false;
}

/* Wide characters have room around them: no space stands before a sentence or a bracket of them. */
static bool is_wide(const char *text)
{
	uint32_t character;

	bot_char_read(text, &character);
	return bot_char_width(character) == 2;
}

/* The bot joins such messages to others, so a space or a full stop more or less shows. */
static bool begins_and_ends_the_same(enum bot_msg msg, const char *text, const char *english)
{
	/* The marks differ. The other messages are shortened, or end with a command, in some
	   languages. */
	static const enum bot_msg others[] = {BOT_MSG_ANALYSIS_DECIMAL, BOT_MSG_FULL_STOP,
		BOT_MSG_SENTENCE_SPACE, BOT_MSG_LIST_COMMA, BOT_MSG_BANS_FULL,
		BOT_MSG_WEB_NIGHT_INDICATOR, BOT_MSG_WEB_NIGHT_PLACE};

	bool begins =
		(text[0] == ' ') == (english[0] == ' ') || (english[0] == ' ' && is_wide(text));
	bool ends = last_mark(text) == last_mark(english) ||
		    (last_mark(english) == ' ' && ends_wide(text));

	return LISTED(others, msg) || (begins && ends);
}

UNIT_TEST(test_translations_begin_and_end_the_same)
{
	each_message(1, begins_and_ends_the_same);
}

static bool has_single_spaces(enum bot_msg msg, const char *text, const char *english)
{
	(void)msg;
	(void)english;
	return !(strstr(text, "  ") || strstr(text, " \n") || strstr(text, "\n ") ||
		 strstr(text, " ,") || strstr(text, " ."));
}

UNIT_TEST(test_messages_have_single_spaces)
{
	each_message(0, has_single_spaces);
}

/* How wide a text is in a monospaced font, in which some characters are twice as wide as others. */
static size_t count_columns(const char *text)
{
	size_t columns = 0, length;
	uint32_t character;

	for (; (length = bot_char_read(text, &character)) > 0; text += length)
		columns += (size_t)bot_char_width(character);
	return columns;
}

/* An English text of this length has room for the same in our languages. */
static bool is_hardly_longer(enum bot_msg msg, const char *text, const char *english)
{
	(void)msg;
	return count_columns(text) <= count_columns(english) * 3 / 2 + 16;
}

UNIT_TEST(test_translations_are_hardly_longer)
{
	each_message(1, is_hardly_longer);
}

/* People read a wall of text on a phone no further than its first lines. */
static bool has_short_paragraphs(enum bot_msg msg, const char *text, const char *english)
{
	char paragraph[1024];
	(void)msg;
	(void)english;

	for (size_t length; *text; text += length + (text[length] == '\n')) {
		length = strcspn(text, "\n");
		snprintf(paragraph, sizeof(paragraph), "%.*s", (int)length, text);
		if (length >= sizeof(paragraph) || count_columns(paragraph) > 760)
			return false;
	}
	return true;
}

UNIT_TEST(test_paragraphs_are_short)
{
	each_message(0, has_short_paragraphs);
}

/* A count before a noun needs a plural, so it must never be 1. */
static bool has_no_count_before_a_noun(enum bot_msg msg, const char *text, const char *english)
{
	/* The first ones name a limit that has been reached, or a loss of at least 2 points; the
	   others are correct for 1, too. */
	static const enum bot_msg never_one[] = {BOT_MSG_EARLY_COSTS, BOT_MSG_CHALLENGED_FULL,
		BOT_MSG_ROOM_FULL, BOT_MSG_OWN_FULL, BOT_MSG_BLOCKS_FULL, BOT_MSG_BANS_FULL,
		BOT_MSG_ANNOUNCE_LONG, BOT_MSG_ANALYSIS_COSTLY, BOT_MSG_HINT, BOT_MSG_NOT_VERIFIED,
		BOT_MSG_NIGHT_TAKES, BOT_MSG_ANNOUNCE_BEGUN, BOT_MSG_WEB_STEP,
		BOT_MSG_LESSON_TITLE};
	static const char count[] = "{count} ";
	const char *found = strstr(text, count);
	(void)english;

	return LISTED(never_one, msg) || !found || !isalpha((unsigned char)found[strlen(count)]);
}

UNIT_TEST(test_no_count_needs_a_plural)
{
	each_message(0, has_no_count_before_a_noun);
}

/*
 * Copies a text in lower case, without its code and placeholders. Everything but the letters of
 * ASCII becomes a space.
 */
static void words_of(const char *text, char *words, size_t size)
{
	size_t used = 0;

	words[used++] = ' ';
	for (; *text && used < size - 2; text++) {
		if (*text == '{' || *text == '`')
			text = strchr(text + 1, *text == '{' ? '}' : '`');
		if (!text) {
			fail_msg("a placeholder or code has no end");
			return;
		}
		words[used++] =
			(char)(isalpha((unsigned char)*text) ? tolower((unsigned char)*text) : ' ');
	}
	words[used++] = ' ';
	words[used] = '\0';
}

static bool has_english_words(const char *text)
{
	/* frequent words that none of the other languages has */
	static const char *const english[] = {" the ", " you ", " your ", " and ", " with ",
		" from ", " this ", " that ", " they ", " their ", " for ", " write ", " match ",
		" matches ", " have ", " can ", " not ", " are ", " my ", " to "};
	char words[4096];

	words_of(text, words, sizeof(words));
	for (size_t i = 0; i < sizeof(english) / sizeof(english[0]); i++)
		if (strstr(words, english[i]))
			return true;
	return false;
}

/* Whether a text has a word of at least two letters. */
static bool has_words(const char *text)
{
	char words[4096];

	words_of(text, words, sizeof(words));
	for (size_t i = 0; words[i + 1]; i++)
		if (words[i] != ' ' && words[i + 1] != ' ')
			return true;
	return false;
}

static bool is_translated(enum bot_msg msg, const char *text, const char *english)
{
	/* The word is the same in one of the languages at least. */
	static const enum bot_msg same[] = {BOT_MSG_UNIT_MINUTE, BOT_MSG_NAME_STANDARD,
		BOT_MSG_NAME_FERTI, BOT_MSG_HOUSE_MAITRE, BOT_MSG_USAGE_STATUS, BOT_MSG_USAGE_TOP,
		BOT_MSG_WEB_MAITRE, BOT_MSG_WEB_REPLAY, BOT_MSG_COACH, BOT_MSG_HAND_AFTER,
		BOT_MSG_FINISH_RATING, BOT_MSG_WEB_NIGHT_INDICATOR, BOT_MSG_WEB_NIGHT_PLACE,
		BOT_MSG_NIGHT_FINAL, BOT_MSG_RATING_PROVISIONAL, BOT_MSG_WEB_NIGHT_PLACE_LONG,
		BOT_MSG_WEB_NIGHT_TOUCHES, BOT_MSG_REASON_POSITION, BOT_MSG_WEB_SEASON_DIVISION};

	if (strcmp(text, english) == 0)
		return LISTED(same, msg) || !has_words(text);
	return !has_english_words(text);
}

UNIT_TEST(test_translations_are_not_english)
{
	each_message(1, is_translated);
}
