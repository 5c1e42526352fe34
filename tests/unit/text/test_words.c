#include "bot/text/words.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_words_are_split_without_the_match_id)
{
	struct bot_words words;

	assert_true(bot_words_split(&words, "  challenge\t@Bob:test,  to\n3. #12 "));
	assert_int_equal(words.count, 4);
	assert_string_equal(words.word[0], "challenge");
	assert_string_equal(words.word[1], "@Bob:test");
	assert_string_equal(words.word[3], "3");
	assert_int_equal(words.id, 12);
}

UNIT_TEST(test_words_of_white_space_and_punctuation_are_none)
{
	struct bot_words words;

	assert_true(bot_words_split(&words, " ,  . \xC2\xA0"));
	assert_int_equal(words.count, 0);
	assert_int_equal(words.id, 0);
}

UNIT_TEST(test_letters_that_are_emoji_are_letters)
{
	static const struct {
		const char *text;
		size_t letter;
	} cases[] = {
		{"a", 0},
		{"B.", 1},
		{"\xF0\x9F\x87\xA6", 0},              /* U+1F1E6, the regional indicator A */
		{"\xF0\x9F\x85\xBE\xEF\xB8\x8F", 14}, /* U+1F17E, the blood type O */
		{"\xF0\x9F\x87\xBE", EG_LETTERS},     /* the regional indicator Y */
		{"\xF0\x9F\x85\xAF", EG_LETTERS},     /* U+1F16F, just before the letters */
		{"\xF0\x9F\x86\x8A", EG_LETTERS},     /* U+1F18A, just after them */
		{"x", EG_LETTERS},
		{"ab", EG_LETTERS},
	};
	struct bot_words words;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_words_split(&words, cases[i].text));
		assert_int_equal(words.count, 1);
		assert_int_equal(bot_words_letter(words.word[0]), cases[i].letter);
	}
	assert_int_equal(bot_words_letter(""), EG_LETTERS);
}

UNIT_TEST(test_words_note_a_question_mark)
{
	struct bot_words words;

	assert_true(bot_words_split(&words, "rules basic?!"));
	assert_int_equal(words.count, 2);
	assert_string_equal(words.word[1], "basic");
	assert_true(words.question);
	assert_true(bot_words_split(&words, "?"));
	assert_string_equal(words.word[0], "?");
	assert_false(words.question);
	assert_true(bot_words_split(&words, "??"));
	assert_string_equal(words.word[0], "?");
}

UNIT_TEST(test_words_are_refused_if_too_many_or_too_long)
{
	static char text[61440];
	struct bot_words words;

	for (size_t i = 0; i < 2 * BOT_WORDS + 2; i++)
		text[i] = i % 2 ? ' ' : 'a';
	assert_false(bot_words_split(&words, text));
	memset(text, 'a', sizeof(text) - 1);
	assert_false(bot_words_split(&words, text));
	text[BOT_WORDS_SIZE - 1] = '\0';
	assert_true(bot_words_split(&words, text));
}

UNIT_TEST(test_words_keep_an_invalid_match_id_as_a_word)
{
	static const char *const cases[] = {"#", "#0", "#1a", "#-1", "#99999999999999999999"};
	struct bot_words words;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_words_split(&words, cases[i]));
		assert_int_equal(words.id, 0);
		assert_int_equal(words.count, 1);
	}
}

UNIT_TEST(test_words_number_is_refused_above_its_limit_or_with_other_characters)
{
	int64_t number = -1;

	assert_true(bot_words_number("15", 15, &number));
	assert_int_equal(number, 15);
	assert_false(bot_words_number("16", 15, &number));
	assert_false(bot_words_number("9", 7, &number));
	assert_false(bot_words_number("", 15, &number));
	assert_false(bot_words_number("+1", 15, &number));
	assert_false(bot_words_number("1x", 15, &number));
	assert_false(bot_words_number("99999999999999999999999", INT64_MAX, &number));
	assert_true(bot_words_number("9223372036854775807", INT64_MAX, &number));
	assert_true(number == INT64_MAX);
}

UNIT_TEST(test_words_match_without_diacritics)
{
	static const struct {
		const char *typed;
		const char *word;
		bool is;
	} cases[] = {
		{"weiss", "wei\xC3\x9F", true},
		{"weis", "wei\xC3\x9F", true},
		{"WEI\xC3\x9F", "wei\xC3\x9F", true},
		{"weisss", "wei\xC3\x9F", false},
		{"wei", "wei\xC3\x9F", false},
		{"zufaellig", "zuf\xC3\xA4llig", true},
		{"zufallig", "zuf\xC3\xA4llig", true},
		{"zufa\xCC\x88llig", "zuf\xC3\xA4llig", true},
		{"zufaeellig", "zuf\xC3\xA4llig", false},
		{"h\xC3\xA4nd", "hand", true},
		{"haend", "hand", false},
		{"", "hand", false},
		{"hand", "", false},
		{"\xFF", "hand", false},
		{"\xD9\xA1", "?", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (bot_words_match(cases[i].typed, cases[i].word) != cases[i].is)
			fail_msg("%s and %s", cases[i].typed, cases[i].word);
}

/* Letters of other scripts differ from each other, and have no case. */
/* "back" is a retreat, and only in a lesson the way back. */
UNIT_TEST(test_words_have_senses)
{
	assert_true(bot_words_has_sense("Zurueck", BOT_SENSE_BACK));
	assert_true(bot_words_has_sense("\u623B\u308B", BOT_SENSE_BACK));
	assert_true(bot_words_has_sense("rounds", BOT_SENSE_TOUCHES)); /* the third of its list */
	assert_false(bot_words_has_sense("points point", BOT_SENSE_TOUCHES));
	assert_false(bot_words_has_sense("retreat", BOT_SENSE_BACK));
	assert_false(bot_words_has_sense("back", BOT_SENSE_TOUCHES));
	assert_false(bot_words_has_sense("", BOT_SENSE_TOUCHES));
}

UNIT_TEST(test_words_match_in_other_scripts)
{
	assert_true(bot_words_match("\xE5\x89\x8D\xE9\x80\xB2", "\xE5\x89\x8D\xE9\x80\xB2"));
	assert_false(bot_words_match("\xE5\x89\x8D\xE9\x80\xB2", "\xE5\x89\x8D\xE9\x80\xB3"));
	assert_false(bot_words_match("\xE5\x89\x8D", "\xE5\x89\x8D\xE9\x80\xB2"));
	assert_true(bot_words_match("\xD0\x94\xD0\xB0", "\xD0\xB4\xD0\xB0")); /* Cyrillic */
}

UNIT_TEST(test_words_fold_cuts_text_to_the_buffer)
{
	char folded[BOT_FOLDED_SIZE];

	bot_words_fold("R\u00DCCKW\u00E4RTS", folded);
	assert_string_equal(folded, "ruckwarts");
	bot_words_fold("0123456789012345678901234567890123456789", folded);
	assert_string_equal(folded, "0123456789012345678901234567890");
	bot_words_fold("", folded);
	assert_string_equal(folded, "");
}

UNIT_TEST(test_words_lose_what_stands_around_them)
{
	static const struct {
		const char *text, *word;
	} cases[] = {
		{"\"advance\"", "advance"},
		{"'advance'", "advance"},
		{"`advance`", "advance"},
		{"**advance**", "advance"},
		{"_advance_", "advance"},
		{"2_", "2"},
		{"_bob", "_bob"}, /* may be a name */
		{"_bob_", "_bob_"},
		{"\u00AB\u202Fadvance\u202F\u00BB", "advance"}, /* « » */
		{"\u201Eadvance\u201C", "advance"},
		{"(+2)", "+2"},
		{"[x55]", "x55"},
		{"\\+2", "+2"},
		{"`+2`.", "+2"},
		{"@bob:test:", "@bob:test"},
		{"<@bob:test>", "@bob:test"},
		{"(@bob:test),", "@bob:test"},
		{"<@bob:test>:", "@bob:test"},
		{"@bob:[::1]", "@bob:[::1]"},
		{"(@bob:[::1])", "@bob:[::1]"},
		{"(he/him)", "(he/him)"},
		{"\xEF\xBC\x9F", "?"}, /* a full-width question mark alone */
		{"<b>", "<b>"},
	};
	struct bot_words words;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_words_split(&words, cases[i].text));
		assert_int_equal(words.count, 1);
		assert_string_equal(words.word[0], cases[i].word);
	}
}

UNIT_TEST(test_words_note_a_question_mark_of_any_keyboard)
{
	static const char *const cases[] = {"+3\xEF\xBC\x9F", "+3\xD8\x9F", "+3\xE2\x9D\x93",
		"\xC2\xBF+3?", "`+3`?", "+3\xE2\x81\x89"};
	struct bot_words words;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_words_split(&words, cases[i]));
		assert_string_equal(words.word[0], "+3");
		assert_true(words.question);
	}
}

UNIT_TEST(test_words_of_a_script_without_spaces_are_split)
{
	static const char *const cases[][2] = {
		{"\uFF13\u672C\u5148\u53D6", "\u672C\u5148\u53D6 3"}, /* the number in front */
		{"\u524D\u9032\uFF13\u3001\u653B\u6483\uFF15\uFF15",
			"\u524D\u9032 3 \u653B\u6483 55"},
		{"\u91D1\u66DC\u307E\u3067", "\u307E\u3067 \u91D1\u66DC"},
		{"\u5927\u4F1A\u3000\u53C2\u52A0", "\u5927\u4F1A \u53C2\u52A0"}, /* wide space */
		{"\u592A\u90CE3", "\u592A\u90CE3"},                              /* a name */
	};
	char joined[BOT_WORDS_SIZE];
	struct bot_words words;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_words_split(&words, cases[i][0]));
		bot_words_join(words.word, words.count, joined);
		assert_string_equal(joined, cases[i][1]);
	}
	assert_true(bot_words_split(&words, "\u624B\u672D\uFF1F"));
	assert_int_equal(words.count, 1);
	assert_true(words.question);
	assert_true(bot_words_split(&words, "\u30DC\u30FC\u30C9")); /* a voiced kana made long */
	assert_string_equal(words.word[0], "\u30DC\u30FC\u30C9");
	assert_true(bot_words_match("\u3071\u3059", "\u30D1\u30B9")); /* hiragana, katakana */
}
