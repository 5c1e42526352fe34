#include "bot/words.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static void test_words_are_split_and_the_id_taken_out(void **state)
{
	struct bot_words words;
	(void)state;

	assert_true(bot_words_split(&words, "  challenge\t@Bob:test,  to\n3. #12 "));
	assert_int_equal(words.count, 4);
	assert_string_equal(words.word[0], "challenge");
	assert_string_equal(words.word[1], "@Bob:test");
	assert_string_equal(words.word[3], "3");
	assert_int_equal(words.id, 12);
}

static void test_words_without_any_are_none(void **state)
{
	struct bot_words words;
	(void)state;

	assert_true(bot_words_split(&words, " ,  . \xC2\xA0"));
	assert_int_equal(words.count, 0);
	assert_int_equal(words.id, 0);
}

static void test_words_too_many_or_too_long_are_refused(void **state)
{
	static char text[61440];
	struct bot_words words;
	(void)state;

	for (size_t i = 0; i < 2 * BOT_WORDS + 2; i++)
		text[i] = i % 2 ? ' ' : 'a';
	assert_false(bot_words_split(&words, text));
	memset(text, 'a', sizeof(text) - 1);
	assert_false(bot_words_split(&words, text));
	text[BOT_WORDS_SIZE - 1] = '\0';
	assert_true(bot_words_split(&words, text));
}

static void test_words_id_that_is_none_is_a_word(void **state)
{
	static const char *const cases[] = {"#", "#0", "#1a", "#-1", "#99999999999999999999"};
	struct bot_words words;
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_words_split(&words, cases[i]));
		assert_int_equal(words.id, 0);
		assert_int_equal(words.count, 1);
	}
}

static void test_words_number_has_digits_alone_and_a_bound(void **state)
{
	int64_t number = -1;
	(void)state;

	assert_true(bot_words_number("15", 15, &number));
	assert_int_equal(number, 15);
	assert_false(bot_words_number("16", 15, &number));
	assert_false(bot_words_number("", 15, &number));
	assert_false(bot_words_number("+1", 15, &number));
	assert_false(bot_words_number("1x", 15, &number));
	assert_false(bot_words_number("99999999999999999999999", INT64_MAX, &number));
	assert_true(bot_words_number("9223372036854775807", INT64_MAX, &number));
	assert_true(number == INT64_MAX);
}

static void test_words_distance(void **state)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} cases[] = {
		{"parry", "parry", 0},
		{"parry", "Parry", 0},
		{"parry", "party", 1},
		{"parry", "pary", 1},
		{"parry", "parrry", 1},
		{"parry", "prary", 1}, /* exchanged */
		{"advance", "advnace", 1},
		{"attack", "atack!", 2},
		{"", "abc", 3},
		{"hand", "board", 3},
	};
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(bot_words_distance(cases[i].a, cases[i].b), cases[i].distance);
		assert_int_equal(bot_words_distance(cases[i].b, cases[i].a), cases[i].distance);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words_are_split_and_the_id_taken_out),
		cmocka_unit_test(test_words_without_any_are_none),
		cmocka_unit_test(test_words_too_many_or_too_long_are_refused),
		cmocka_unit_test(test_words_id_that_is_none_is_a_word),
		cmocka_unit_test(test_words_number_has_digits_alone_and_a_bound),
		cmocka_unit_test(test_words_distance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
