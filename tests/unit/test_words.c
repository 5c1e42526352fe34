#include "bot/pattern.h"
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

static void test_pattern_of_words_and_notation(void **state)
{
	static const struct {
		const char *text;
		int kind; /* -1: none */
		uint8_t move, card, count;
	} cases[] = {
		{"advance 3", EG_ADVANCE, 3, 0, 0},
		{"Advance, 3!", EG_ADVANCE, 3, 0, 0},
		{"advance", EG_ADVANCE, 0, 0, 0},
		{"+3", EG_ADVANCE, 3, 0, 0},
		{"+ 3", EG_ADVANCE, 3, 0, 0},
		{"\xEF\xBC\x8B"
		 "3",
			EG_ADVANCE, 3, 0, 0},
		{"retreat 2", EG_RETREAT, 2, 0, 0},
		{"-2", EG_RETREAT, 2, 0, 0},
		{"\xE2\x88\x92"
		 "2",
			EG_RETREAT, 2, 0, 0},
		{"\xE2\x80\x93"
		 " 2",
			EG_RETREAT, 2, 0, 0},
		{"attack", EG_ATTACK, 0, 0, 0},
		{"attack 5 5", EG_ATTACK, 0, 5, 2},
		{"attack with 5, 5 and 5", EG_ATTACK, 0, 5, 3},
		{"attack 55", EG_ATTACK, 0, 5, 2},
		{"x55", EG_ATTACK, 0, 5, 2},
		{"X5 5", EG_ATTACK, 0, 5, 2},
		{"x 5", EG_ATTACK, 0, 5, 1},
		{"\xC3\x97"
		 "55",
			EG_ATTACK, 0, 5, 2},
		{"advance 3 attack 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"advance 3, attack 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"advance 3 and then attack with 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"advance and attack", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"+3x55", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"+3 x55", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"+3 x5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"+3,x55", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"parry", EG_PARRY, 0, 0, 0},
		{"=", EG_PARRY, 0, 0, 0},
		{"parry with 5 5", EG_PARRY, 0, 5, 2},
		{"pass", EG_PASS, 0, 0, 0},
		{"advance 7", EG_ADVANCE, 7, 0, 0},
		{"advance 0", EG_ADVANCE, 99, 0, 0},
		{"advance 33", EG_ADVANCE, 99, 0, 0},
		{"attack 7", EG_ATTACK, 0, 7, 1},
		{"", -1, 0, 0, 0},
		{"and", -1, 0, 0, 0},
		{"3", -1, 0, 0, 0},
		{"attack 4 5", -1, 0, 0, 0},
		{"attack 45", -1, 0, 0, 0},
		{"attack 0", -1, 0, 0, 0},
		{"advance 3 4", -1, 0, 0, 0},
		{"retreat 2 attack 5", -1, 0, 0, 0},
		{"pass 1", -1, 0, 0, 0},
		{"parry parry", -1, 0, 0, 0},
		{"attack attack", -1, 0, 0, 0},
		{"advance three", -1, 0, 0, 0},
		{"+3x55?", -1, 0, 0, 0},
		{"x55555555555", -1, 0, 0, 0},
		{"+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", -1, 0, 0, 0},
	};
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_words words;
		struct bot_pattern pattern = {0};

		assert_true(bot_words_split(&words, cases[i].text));
		bool is = bot_pattern_parse(&words, &pattern);
		if (is != (cases[i].kind >= 0))
			fail_msg("%s: %s", cases[i].text, is ? "read" : "refused");
		if (!is)
			continue;
		if ((int)pattern.kind != cases[i].kind || pattern.move != cases[i].move ||
			pattern.card != cases[i].card || pattern.count != cases[i].count)
			fail_msg("%s: kind %d move %d card %d count %d", cases[i].text,
				(int)pattern.kind, pattern.move, pattern.card, pattern.count);
	}
}

static void test_pattern_fits_the_open_parts(void **state)
{
	const struct eg_view view = {.attack = {.card = 5, .count = 2}};
	const struct bot_pattern attack = {.kind = EG_ATTACK};
	const struct bot_pattern two = {.kind = EG_ATTACK, .card = 5, .count = 2};
	const struct bot_pattern parry = {.kind = EG_PARRY, .card = 5, .count = 1};
	(void)state;

	assert_true(bot_pattern_fits(&attack, &view, (struct eg_action){EG_ATTACK, 0, 3, 1}));
	assert_false(
		bot_pattern_fits(&attack, &view, (struct eg_action){EG_ADVANCE_ATTACK, 1, 3, 1}));
	assert_true(bot_pattern_fits(&two, &view, (struct eg_action){EG_ATTACK, 0, 5, 2}));
	assert_false(bot_pattern_fits(&two, &view, (struct eg_action){EG_ATTACK, 0, 5, 1}));
	assert_false(bot_pattern_fits(&parry, &view, (struct eg_action){EG_PARRY, 0, 0, 0}));
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
		cmocka_unit_test(test_pattern_of_words_and_notation),
		cmocka_unit_test(test_pattern_fits_the_open_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
