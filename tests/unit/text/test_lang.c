#include "bot/text/lang.h"
#include "bot/text/page.h"
#include "config/config.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const names[] = {
#define STRING(name) #name,
#define NUMBER(name) #name,
#define SPAN(name)   #name,
	BOT_ARGS(STRING, NUMBER, SPAN)
#undef STRING
#undef NUMBER
#undef SPAN
};

/* Returns the placeholders of a text as a set of bits: bit i stands for names[i]. */
static uint64_t placeholders(const char *text)
{
	uint64_t set = 0;

	while ((text = strchr(text, '{'))) {
		size_t length = strcspn(++text, ":}");
		size_t i = 0;

		if (!strchr(text, '}'))
			fail_msg("a placeholder has no end: %s", text);
		while (i < sizeof(names) / sizeof(names[0]) &&
			(strlen(names[i]) != length || memcmp(names[i], text, length) != 0))
			i++;
		if (i == sizeof(names) / sizeof(names[0]))
			fail_msg("an unknown placeholder: %s", text);
		set |= UINT64_C(1) << i;
	}
	return set;
}

/* Returns the categories of a language: bit i stands for bot_plural_names[i]. */
static unsigned categories_of(const struct bot_lang *lang)
{
	unsigned set = 0;

	for (uint64_t n = 0; n <= 1000; n++)
		set |= 1U << lang->plural(n);
	return set;
}

/* Returns the categories that "one day|other days}" names. */
static unsigned categories_in(const char *forms)
{
	unsigned set = 0;

	for (const char *end = forms; *end != '}'; forms = end + 1) {
		size_t length = strcspn(forms, " "), i = 0;

		while (i <= BOT_PLURAL_OTHER &&
			(strlen(bot_plural_names[i]) != length ||
				memcmp(bot_plural_names[i], forms, length) != 0))
			i++;
		assert_true(i <= BOT_PLURAL_OTHER);
		set |= 1U << i;
		end = forms + strcspn(forms, "|}");
	}
	return set;
}

UNIT_TEST(test_lang_words_beside_numbers_have_all_forms_of_the_language)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++)
			for (const char *text = bot_langs[i].messages[msg];
				(text = strchr(text, '{'));) {
				text += strcspn(text, ":}");
				if (*text == ':')
					assert_int_equal(categories_in(text + 1),
						categories_of(&bot_langs[i]));
			}
}

static enum bot_plural slavic(uint64_t n)
{
	if (n % 10 == 1 && n % 100 != 11)
		return BOT_PLURAL_ONE;
	return n % 10 >= 2 && n % 10 <= 4 ? BOT_PLURAL_FEW : BOT_PLURAL_MANY;
}

static void assert_form(enum bot_plural (*plural)(uint64_t), int64_t number, const char *form)
{
	static const char forms[] = "one a|few b|many c|other d}";
	const struct bot_lang lang = {.plural = plural};
	size_t length;

	const char *found = bot_plural_find(&lang, number, forms, &length);
	assert_int_equal(length, 1);
	assert_int_equal(*found, *form);
}

UNIT_TEST(test_lang_numbers_have_the_categories_of_the_language)
{
	for (int64_t number = -3; number <= 3; number++)
		assert_form(bot_langs[CFG_LANGUAGE_EN].plural, number,
			number == 1 || number == -1 ? "a" : "d");
	assert_form(slavic, 21, "a");
	assert_form(slavic, 11, "c");
	assert_form(slavic, 3, "b");
	assert_form(bot_langs[CFG_LANGUAGE_EN].plural, INT64_MIN, "d");
}

static size_t marks(const char *text, char mark)
{
	size_t count = 0;

	while ((text = strchr(text, mark))) {
		count++;
		text++;
	}
	return count;
}

UNIT_TEST(test_lang_placeholders_are_known_and_the_same_in_every_language)
{
	_Static_assert(sizeof(names) / sizeof(names[0]) <= 64, "one bit each");

	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++)
			assert_int_equal(placeholders(bot_langs[i].messages[msg]),
				placeholders(bot_langs[0].messages[msg]));
}

UNIT_TEST(test_lang_marks_are_closed)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++) {
			assert_int_equal(marks(bot_langs[i].messages[msg], '`') % 2, 0);
			assert_int_equal(marks(bot_langs[i].messages[msg], '*') % 2, 0);
		}
	}
}

/* Whether the title names the letter of the fencer of this colour. */
static bool shows_letter(const char *title, const char *colour, const char *letter)
{
	char narrow[24], wide[24];

	snprintf(narrow, sizeof(narrow), "{%s} (%s)", colour, letter);
	snprintf(wide, sizeof(wide), "{%s}\uFF08%s\uFF09", colour, letter);
	return strstr(title, narrow) || strstr(title, wide);
}

/*
 * The letter of a fencer is one column wide, and differs from the other fencer's letter. The title
 * says which is whose.
 */
UNIT_TEST(test_lang_fencers_are_two_different_letters)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		const char *const *messages = bot_langs[i].messages;
		const char *white = messages[BOT_MSG_STRIP_WHITE];
		const char *black = messages[BOT_MSG_STRIP_BLACK];
		const char *title = messages[BOT_MSG_BOARD_TITLE];

		assert_int_equal(strlen(white), 1);
		assert_int_equal(strlen(black), 1);
		assert_true(white[0] >= 'A' && white[0] <= 'Z' && black[0] >= 'A' &&
			    black[0] <= 'Z' && white[0] != black[0]);
		assert_true(shows_letter(title, "white", white));
		assert_true(shows_letter(title, "black", black));
	}
}

UNIT_TEST(test_lang_codes_are_found)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		assert_ptr_equal(bot_lang_find(bot_langs[i].code), &bot_langs[i]);
	assert_string_equal(bot_langs[CFG_LANGUAGE_EN].code, "en");
	assert_string_equal(bot_langs[CFG_LANGUAGE_DE].code, "de");
	assert_ptr_equal(bot_lang_find("NL"), bot_lang_find("nl"));
	assert_null(bot_lang_find("xx"));
	assert_null(bot_lang_find(""));
}

UNIT_TEST(test_lang_value_is_found_by_name)
{
	const struct bot_args args = {.name = "Ann", .touches = 5};
	struct bot_value value;

	assert_true(bot_lang_value("name", 4, &args, &value));
	assert_string_equal(value.string, "Ann");
	assert_true(bot_lang_value("touches", 7, &args, &value));
	assert_null(value.string);
	assert_int_equal(value.number, 5);
	assert_true(bot_lang_value("loser", 5, &args, &value));
	assert_string_equal(value.string, "");
	assert_false(bot_lang_value("nam", 3, &args, &value));
	assert_false(bot_lang_value("names", 5, &args, &value));
}
