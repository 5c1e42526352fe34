/* Numbers that people write in words. */
#include "bot/text/spelled_number.h"
#include "tests/support/cmocka.h"

UNIT_TEST(test_numbers_in_words)
{
	static const struct {
		const char *word;
		int number;
	} cases[] = {{"two", 2}, {"Zw\u00F6lf", 12}, {"zwolf", 12}, {"quince", 15}, {"quinze", 15},
		{"ventuno", 21}, {"eenentwintig", 21}, {"\u4E8C\u5341", 20}, {"thirty", 30},
		{"one", 0}, {"un", 0}, {"second", 0}, {"", 0}, {"4", 0}, {"hundred", 0}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (bot_spelled_number(cases[i].word) != cases[i].number)
			fail_msg("%s: %d", cases[i].word, bot_spelled_number(cases[i].word));
}
