#include "bot/call/days.h"

#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define WEEK  7 /* days */
#define MONTH 30

/* Finds how many days a unit of time has. Returns 0 if the text is no such unit. */
static int find_unit(const char *text)
{
	if (strcasecmp(text, "w") == 0 || bot_words_mean(text, "week"))
		return WEEK;
	if (bot_words_mean(text, "month"))
		return MONTH;
	return strcasecmp(text, "d") == 0 || bot_words_mean(text, "day") ? 1 : 0;
}

/* Returns the digits of a small number that is written as a word, or the word itself. */
static const char *in_digits(const char *word)
{
	static const char *const numbers[][2] = {{"a", "1"}, {"one", "1"}, {"two", "2"},
		{"three", "3"}, {"four", "4"}, {"five", "5"}, {"six", "6"}, {"seven", "7"},
		{"eight", "8"}, {"nine", "9"}, {"ten", "10"}};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (bot_words_mean(word, numbers[i][0]))
			return numbers[i][1];
	return word;
}

bool bot_days_read(const struct bot_call *call, size_t *i, int most, int *days)
{
	const struct bot_words *words = &call->words;
	const char *word = *i < words->count ? in_digits(words->word[*i]) : "";
	size_t digits = strspn(word, "0123456789");
	bool apart = digits > 0 && word[digits] == '\0' && *i + 1 < words->count;
	int unit = find_unit(apart ? words->word[*i + 1] : word + digits);
	char number[4] = "";
	int64_t count;

	if (digits == 0 || unit == 0)
		return false;
	*i += apart ? 2 : 1;
	*days = 0;
	if (digits >= sizeof(number))
		return true;
	memcpy(number, word, digits);
	if (bot_words_number(number, most / unit, &count))
		*days = (int)count * unit;
	return true;
}
