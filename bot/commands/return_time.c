#include "bot/commands/return_time.h"

#include "bot/base/duration.h"
#include "bot/call/time_zone.h"
#include "bot/commands/days.h"
#include "bot/commands/night_time.h"
#include "bot/text/month.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define DAYS_MOST   999
#define LAST_MINUTE (24 * 60 - 1) /* of a day */
#define NUMBER_SIZE 8

static int64_t now(const struct bot_call *call)
{
	return call->host->port->now(call->host->port->self);
}

/* Dates */

/* Reads the digits that *text begins with, and skips them. Returns -1 if they are no number. */
static int read_number(const char **text, int most)
{
	size_t digits = strspn(*text, "0123456789");
	char number[NUMBER_SIZE] = "";
	int64_t found;

	if (digits == 0 || digits >= sizeof(number))
		return -1;
	memcpy(number, *text, digits);
	*text += digits;
	return bot_words_number(number, most, &found) ? (int)found : -1;
}

/* Reads "2026-12-24". */
static bool read_iso(const char *word, struct bot_date *date)
{
	date->year = read_number(&word, 9999);
	if (date->year < 1 || *word++ != '-')
		return false;
	date->month = read_number(&word, 99);
	if (*word++ != '-')
		return false;
	date->day = read_number(&word, 99);
	return *word == '\0';
}

/* Reads "24.12" and "24.12.2026". A full stop at the end is no part of the word. */
static bool read_dotted(const char *word, struct bot_date *date)
{
	date->day = read_number(&word, 99);
	if (*word++ != '.')
		return false;
	date->month = read_number(&word, 99);
	if (*word == '.') {
		word++;
		date->year = read_number(&word, 9999);
	}
	return *word == '\0';
}

/* Reads "24 dec", "dec 24" and "24 december 2026". */
static bool read_named(const char *const *word, size_t count, struct bot_date *date)
{
	if (count < 2 || count > 3)
		return false;
	bool first = bot_month_read(word[0]) > 0;
	const char *day = word[first ? 1 : 0], *year = count == 3 ? word[2] : "";
	date->month = bot_month_read(word[first ? 0 : 1]);
	date->day = read_number(&day, 99);
	if (count == 3)
		date->year = read_number(&year, 9999);
	return date->month > 0 && date->day > 0 && !*year && (!*day || strcasecmp(day, "th") == 0);
}

/* Reads a date. Returns false if the words are none. */
static bool read_date(const struct bot_call *call, const char *zone, size_t i, int64_t *until)
{
	const char *const *word = &call->words.word[i];
	size_t count = call->words.count - i;
	struct bot_date iso = {0}, dotted = {0}, named = {0};
	const struct bot_date *date = NULL;

	if (count == 1 && read_iso(word[0], &iso))
		date = &iso;
	else if (count == 1 && read_dotted(word[0], &dotted))
		date = &dotted;
	else if (read_named(word, count, &named))
		date = &named;
	if (date)
		*until = bot_zone_end_of_day(zone, date, now(call));
	return date != NULL;
}

/* Other times */

/* Reads "friday", "today" or "tomorrow". */
static bool read_day(const struct bot_call *call, const char *zone, size_t i, int64_t *until)
{
	int64_t after = now(call);
	int day;

	if (!bot_night_day_read(&call->words, &i, &day) || i != call->words.count)
		return false;
	if (day == BOT_DAY_TOMORROW)
		after = bot_zone_next(zone, BOT_ZONE_ANY_DAY, 0, after);
	*until =
		bot_zone_next(zone, day < BOT_DAY_ANY ? day : BOT_ZONE_ANY_DAY, LAST_MINUTE, after);
	return true;
}

int64_t bot_return_time_read(const struct bot_call *call, const char *zone)
{
	bool named = call->words.count > 2 && bot_words_mean(call->words.word[1], "to");
	size_t i = named ? 2 : 1;
	int64_t until;
	int days;

	if (read_date(call, zone, i, &until) || (named && read_day(call, zone, i, &until)))
		return until;
	if (bot_days_read(call, &i, DAYS_MOST, &days) && i == call->words.count && days > 0)
		return now(call) + days * BOT_DAY;
	return 0;
}
