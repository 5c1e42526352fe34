#include "bot/match/clock_words.h"

#include "bot/base/duration.h"
#include "bot/match/loaded_match.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

/* Finds the length of a unit of time, in milliseconds. Returns 0 if the text is no unit. */
static int64_t find_unit(const char *text)
{
	static const struct {
		char letter[2];
		const char *word;
		int64_t length;
	} units[] = {{"s", "second", BOT_SECOND}, {"m", "minute", BOT_MINUTE},
		{"h", "hour", BOT_HOUR}, {"d", "day", BOT_DAY}};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcasecmp(text, units[i].letter) == 0 || bot_words_mean(text, units[i].word))
			return units[i].length;
	return 0;
}

bool bot_clock_read_span(const char *number, const char *unit, int64_t *clock)
{
	int64_t length = find_unit(unit), count;

	if (length == 0 || !bot_words_number(number, BOT_CLOCK_MAX / length, &count) ||
		count * length < BOT_CLOCK_MIN)
		return false;
	*clock = count * length;
	return true;
}

bool bot_clock_read(const char *word, int64_t *clock)
{
	char number[12] = "";
	size_t digits = strspn(word, "0123456789");

	if (strcasecmp(word, "none") == 0) {
		*clock = 0;
		return true;
	}
	if (digits >= sizeof(number))
		return false;
	memcpy(number, word, digits);
	return bot_clock_read_span(number, word + digits, clock);
}

/* Reads two times with the character `sign` between them. */
static bool read_two(const char *word, char sign, int64_t read[2])
{
	const char *at = strchr(word, sign);
	char first[12] = "";

	if (!at || (size_t)(at - word) >= sizeof(first))
		return false;
	memcpy(first, word, (size_t)(at - word));
	return bot_clock_read(first, &read[0]) && bot_clock_read(at + 1, &read[1]);
}

bool bot_clock_read_bank(const char *word, int64_t *clock, int64_t *bank)
{
	int64_t read[2];

	if (!read_two(word, '+', read))
		return false;
	if (read[0] < BOT_DAY || read[1] == 0 || read[0] + read[1] > BOT_CLOCK_MAX)
		return false;
	*clock = read[0];
	*bank = read[1];
	return true;
}

bool bot_clock_read_two(const char *word, int64_t *mine, int64_t *other)
{
	int64_t read[2];

	if (!read_two(word, '/', read) || read[0] == 0 || read[1] == 0)
		return false;
	*mine = read[0];
	*other = read[1];
	return true;
}
