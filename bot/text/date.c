#include "bot/text/date.h"

#include "bot/text/day_time.h"

#include <string.h>
#include <strings.h>
#include <time.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>

#define NUMBER_SIZE 8
#define DATE_WORDS  3
#define CENTURY     2000
#define YEAR_LEAST  1000
#define YEAR_MOST   9999
#define DAYS_MOST   31

/* Months */

#define MONTHS        12
#define LETTERS_LEAST 3

/* Whether a month has a name of this kind that begins with the letters. */
static bool begins(
	const UDateFormat *format, UDateFormatSymbolType kind, int month, const char *letters)
{
	/* ICU writes no NUL behind what fills its room. */
	UChar wide[BOT_FOLDED_SIZE] = {0};
	char name[2 * BOT_FOLDED_SIZE] = "", folded[BOT_FOLDED_SIZE];
	UErrorCode error = U_ZERO_ERROR;

	udat_getSymbols(format, kind, month - 1, wide, BOT_FOLDED_SIZE - 1, &error);
	u_strToUTF8(name, sizeof(name) - 1, NULL, wide, -1, &error);
	if (U_FAILURE(error))
		return false;
	bot_words_fold(name, folded);
	return strncmp(folded, letters, strlen(letters)) == 0;
}

/* Returns the months with a name in a locale that begins with the letters: bit 1 for January. */
static unsigned find_in(const char *locale, const char *letters)
{
	UErrorCode error = U_ZERO_ERROR;
	UDateFormat *format =
		udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, NULL, 0, u"LLLL", -1, &error);
	unsigned found = 0;

	for (int month = 1; format && month <= MONTHS; month++)
		if (begins(format, UDAT_STANDALONE_MONTHS, month, letters) ||
			begins(format, UDAT_STANDALONE_SHORT_MONTHS, month, letters))
			found |= 1U << month;
	udat_close(format);
	return found;
}

/* Returns the months with a name in any language that begins with the letters. */
static unsigned find_all(const char *letters)
{
	/* They have other names: Austria, Peru, and months with kanji for their numbers. */
	static const char *const others[] = {"de_AT", "es_PE", "zh"};
	unsigned found = 0;

	for (size_t i = 0; i < bot_langs_count; i++)
		found |= find_in(bot_langs[i].code, letters);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		found |= find_in(others[i], letters);
	return found;
}

int bot_month_read(const char *word)
{
	char letters[BOT_FOLDED_SIZE];

	bot_words_fold(word, letters);
	unsigned found = strlen(letters) < LETTERS_LEAST ? 0 : find_all(letters);
	for (int month = 1; month <= MONTHS; month++)
		if (found == 1U << month)
			return month;
	return 0;
}

/* Dates */

/* Reads the digits that *text begins with, and skips them. Returns 0 if they are no number. */
static int read_number(const char **text, int most)
{
	size_t digits = strspn(*text, "0123456789");
	char number[NUMBER_SIZE] = "";
	int64_t found;

	if (digits == 0 || digits >= sizeof(number))
		return 0;
	memcpy(number, *text, digits);
	*text += digits;
	return bot_words_number(number, most, &found) ? (int)found : 0;
}

/* Reads a sign, and a number after it. Returns 0 if there is another sign or none. */
static int read_after(const char **text, const char *sign, int most)
{
	if (strncmp(*text, sign, strlen(sign)) != 0)
		return 0;
	*text += strlen(sign);
	return read_number(text, most);
}

/* Returns the year that people write with two digits or four. */
static int find_year(int written)
{
	return written < 100 ? CENTURY + written : written;
}

/* Reads the sign and the year behind a day and a month, if there is more text. */
static bool read_year(const char *text, const char *sign, int *year)
{
	*year = 0;
	if (!*text)
		return true;
	const int written = read_after(&text, sign, YEAR_MOST);
	*year = find_year(written);
	return written > 0 && *year >= YEAR_LEAST && !*text;
}

/* Reads "2026-12-24". */
static bool read_iso(const char *word, struct bot_date *date)
{
	date->year = read_number(&word, YEAR_MOST);
	date->month = read_after(&word, "-", MONTHS);
	date->day = read_after(&word, "-", DAYS_MOST);
	return date->year >= YEAR_LEAST && date->month > 0 && date->day > 0 && !*word;
}

/* Reads "24.12" and "24.12.2026". A full stop at the end is no part of the word. */
static bool read_dotted(const char *word, struct bot_date *date)
{
	date->day = read_number(&word, DAYS_MOST);
	date->month = read_after(&word, ".", MONTHS);
	return date->day > 0 && date->month > 0 && read_year(word, ".", &date->year);
}

/* Reads "24/12" and "12/24": people write both, so it is no date if both numbers may be months. */
static bool read_slashed(const char *word, struct bot_date *date)
{
	const int first = read_number(&word, DAYS_MOST);
	const int second = read_after(&word, "/", DAYS_MOST);

	date->day = first > second ? first : second;
	date->month = first > second ? second : first;
	return date->month > 0 && date->month <= MONTHS &&
	       (date->day > MONTHS || first == second) && read_year(word, "/", &date->year);
}

/* Reads "12月24日". */
static bool read_signs(const char *word, struct bot_date *date)
{
	date->year = 0;
	date->month = read_number(&word, MONTHS);
	date->day = read_after(&word, BOT_MONTH_SIGN, DAYS_MOST);
	return date->month > 0 && date->day > 0 && strcmp(word, BOT_DAY_SIGN) == 0;
}

int bot_month_day_read(const char *word, bool *plain)
{
	static const char *const endings[] = {
		"", "st", "nd", "rd", "th", "er", "e", "\u00BA", BOT_DAY_SIGN};
	const int day = read_number(&word, DAYS_MOST);

	*plain = !*word;
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcasecmp(word, endings[i]) == 0)
			return day;
	return 0;
}

/* Reads "24 dec", "dec 24" and "24 december 2026". */
static bool read_named(const char *const word[DATE_WORDS], size_t count, struct bot_date *date)
{
	if (count < 2)
		return false;
	bool plain;

	date->day = bot_month_day_read(word[0], &plain);
	date->year = 0;
	const bool first = date->day > 0; /* names of months cost more to read */
	if (!first)
		date->day = bot_month_day_read(word[1], &plain);
	date->month = date->day > 0 ? bot_month_read(word[first ? 1 : 0]) : 0;
	if (count == DATE_WORDS) {
		const char *year = word[2];

		date->year = read_number(&year, YEAR_MOST);
		if (date->year < YEAR_LEAST || *year) /* "24 dec 20" may go on with an hour */
			return false;
	}
	return date->month > 0;
}

bool bot_date_is_small(const char *word)
{
	return bot_day_is_small(word) || bot_words_mean(word, "for") || bot_words_mean(word, "on");
}

/* Reads a date that has so many words, apart from small ones. */
static bool read_words(const struct bot_words *words, size_t *i, size_t most, struct bot_date *date)
{
	const char *word[DATE_WORDS];
	size_t count = 0, at = *i;

	for (; at < words->count && count < most; at++)
		if (!bot_date_is_small(words->word[at]))
			word[count++] = words->word[at];
	if (count < most ||
		!(count == 1 ? read_iso(word[0], date) || read_dotted(word[0], date) ||
					read_slashed(word[0], date) || read_signs(word[0], date)
			     : read_named(word, count, date)))
		return false;
	*i = at;
	return true;
}

bool bot_date_read(const struct bot_words *words, size_t *i, struct bot_date *date)
{
	struct bot_date read;

	for (size_t count = DATE_WORDS; count > 0; count--)
		if (read_words(words, i, count, &read)) {
			*date = read;
			return true;
		}
	return false;
}

void bot_date_write(int64_t time, char date[BOT_DATE_SIZE])
{
	time_t seconds = (time_t)(time / 1000);
	struct tm utc = {0};

	if (!gmtime_r(&seconds, &utc) || strftime(date, BOT_DATE_SIZE, "%Y-%m-%d", &utc) == 0)
		date[0] = '\0';
}
