#include "bot/text/instant.h"
#include "tests/support/cmocka.h"

#include <stddef.h>

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
