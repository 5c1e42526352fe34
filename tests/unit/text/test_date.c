#include "bot/text/date.h"
#include "tests/support/cmocka.h"

#include <stddef.h>
#include <stdio.h>

UNIT_TEST(test_months_are_read_in_every_language)
{
	static const struct {
		const char *word;
		int month;
	} words[] = {{"january", 1}, {"JAN", 1}, {"Gennaio", 1}, {"gen", 1}, {"J\xC3\xA4nner", 1},
		{"febr", 2}, {"mar", 3}, {"m\xC3\xA4r", 3}, {"marz", 3}, {"mrt", 3}, {"maa", 3},
		{"apr", 4}, {"may", 5}, {"mai", 5}, {"mei", 5}, {"mag", 5}, {"giu", 6}, {"jun", 6},
		{"jul", 7}, {"lug", 7}, {"aug", 8}, {"ago", 8}, {"sept", 9}, {"set", 9},
		{"okt", 10}, {"ottobre", 10}, {"nov", 11}, {"dez", 12}, {"dic", 12}, {"dec", 12},
		{"setiembre", 9}, {"janv.", 1}, {"\xE4\xB8\x80\xE6\x9C\x88", 1},
		{"\xE5\x8D\x81\xE4\xBA\x8C\xE6\x9C\x88", 12}, {"12\xE6\x9C\x88", 12}};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (bot_month_read(words[i].word) != words[i].month)
			fail_msg("%s is %d", words[i].word, bot_month_read(words[i].word));
}

UNIT_TEST(test_other_words_are_no_months)
{
	static const char *const words[] = {
		"", "j", "ju", "ma", "ja", "sun", "attack", "decembers"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (bot_month_read(words[i]) != 0)
			fail_msg("%s is %d", words[i], bot_month_read(words[i]));
}

UNIT_TEST(test_dates_are_read_as_people_write_them)
{
	static const struct {
		const char *typed;
		struct bot_date date; /* all 0: none */
		size_t words;         /* that are read */
	} cases[] = {
		{"2026-12-24", {2026, 12, 24}, 1},
		{"2026-12-24 20:00", {2026, 12, 24}, 1},
		{"2026-13-24", {0}, 0},
		{"2026-12-32", {0}, 0},
		{"2026-12-", {0}, 0},
		{"24.12.", {0, 12, 24}, 1},
		{"24.12.2026", {2026, 12, 24}, 1},
		{"24.12.26", {2026, 12, 24}, 1},
		{"24/12/26", {2026, 12, 24}, 1},
		{"24.12.20226", {0}, 0},
		{"24.12.226", {0}, 0},
		{"24.12.0", {0}, 0},
		{"24/12/00", {0}, 0},
		{"26-12-24", {0}, 0},
		{"24 dec 20 uhr", {0, 12, 24}, 2},
		{"20.00", {0}, 0},
		{"8.30", {0}, 0},
		{"24.12.2026.1", {0}, 0},
		{"24/12", {0, 12, 24}, 1},
		{"12/24", {0, 12, 24}, 1},
		{"12/24/2026", {2026, 12, 24}, 1},
		{"3/3", {0, 3, 3}, 1},
		{"3/12", {0}, 0},
		{"13/13", {0}, 0},
		{"24 dec", {0, 12, 24}, 2},
		{"dec 24th", {0, 12, 24}, 2},
		{"24 december 2026", {2026, 12, 24}, 3},
		{"24 december 20:00", {0, 12, 24}, 2},
		{"zum 24. Dezember", {0, 12, 24}, 3},
		{"el 24 de diciembre", {0, 12, 24}, 4},
		{"le 1er janvier", {0, 1, 1}, 3},
		{"until 24 dec", {0}, 0},
		{"by 24 dec", {0}, 0},
		{"12\u670824\u65E5", {0, 12, 24}, 1},
		{"24\u65E5", {0}, 0},
		{"0 dec", {0}, 0},
		{"99999999999 dec", {0}, 0},
		{"dec", {0}, 0},
		{"24", {0}, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_date date = {0};
		struct bot_words words;
		size_t next = 0;

		assert_true(bot_words_split(&words, cases[i].typed));
		const bool read = bot_date_read(&words, &next, &date);
		if (read != (cases[i].words > 0) || next != cases[i].words ||
			date.year != cases[i].date.year || date.month != cases[i].date.month ||
			date.day != cases[i].date.day)
			fail_msg("%s: %d-%d-%d, %zu words", cases[i].typed, date.year, date.month,
				date.day, next);
	}
}

UNIT_TEST(test_days_of_a_month_are_read)
{
	static const struct {
		const char *word;
		int day;
		bool plain;
	} cases[] = {{"24", 24, true}, {"24th", 24, false}, {"1er", 1, false}, {"3e", 3, false},
		{"24\u65E5", 24, false}, {"32", 0, true}, {"0", 0, true}, {"24x", 0, false},
		{"x", 0, false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool plain = !cases[i].plain;
		const int day = bot_month_day_read(cases[i].word, &plain);

		if (day != cases[i].day || plain != cases[i].plain)
			fail_msg("%s is %d", cases[i].word, day);
	}
}
