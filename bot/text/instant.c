#include "bot/text/instant.h"

#include "bot/base/duration.h"
#include "bot/text/page.h"
#include "bot/text/words.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>

/* Writes the day, or nothing if the time alone tells enough. */
static void write_day(const struct bot_lang *lang, const struct bot_instant *instant,
	const struct tm *local, char day[BOT_INSTANT_SIZE])
{
	static const enum bot_msg weekdays[] = {BOT_MSG_SUNDAY, BOT_MSG_MONDAY, BOT_MSG_TUESDAY,
		BOT_MSG_WEDNESDAY, BOT_MSG_THURSDAY, BOT_MSG_FRIDAY, BOT_MSG_SATURDAY};
	int64_t today = (instant->now + instant->offset) / BOT_DAY;
	int64_t days = (instant->time + instant->offset) / BOT_DAY - today;

	day[0] = '\0';
	if (instant->span <= 12 * BOT_HOUR || days == 0)
		return;
	if (days == 1 && instant->passing)
		bot_page_string(lang, BOT_MSG_TOMORROW, NULL, day, BOT_INSTANT_SIZE);
	else if (days > 0 && days <= 6)
		bot_page_string(lang, weekdays[local->tm_wday], NULL, day, BOT_INSTANT_SIZE);
	else
		bot_date_write(instant->time + instant->offset, day);
}

void bot_instant_write(
	const struct bot_lang *lang, const struct bot_instant *instant, char text[BOT_INSTANT_SIZE])
{
	char day[BOT_INSTANT_SIZE], time[BOT_INSTANT_SIZE];
	time_t seconds = (time_t)((instant->time + instant->offset) / 1000);
	struct tm local = {0};

	gmtime_r(&seconds, &local);
	write_day(lang, instant, &local, day);
	strftime(
		time, sizeof(time), instant->span < 10 * BOT_MINUTE ? "%H:%M:%S" : "%H:%M", &local);
	struct bot_text written = bot_text_in(text, BOT_INSTANT_SIZE);
	bot_text_add(&written, day);
	bot_text_add(&written, *day ? " " : "");
	bot_text_add(&written, time);
	bot_text_add(&written, " ");
	bot_text_add(&written, *instant->zone ? instant->zone : "UTC");
}

void bot_date_write(int64_t time, char date[BOT_DATE_SIZE])
{
	time_t seconds = (time_t)(time / 1000);
	struct tm utc = {0};

	if (!gmtime_r(&seconds, &utc) || strftime(date, BOT_DATE_SIZE, "%Y-%m-%d", &utc) == 0)
		date[0] = '\0';
}

static bool is_date(const char *word)
{
	static const char form[] = "0000-00-00";

	for (size_t i = 0; i < sizeof(form); i++)
		if (form[i] == '0' ? word[i] < '0' || word[i] > '9' : word[i] != form[i])
			return false;
	return true;
}

bool bot_date_read(const char *word, int64_t *begin)
{
	if (!is_date(word))
		return false;
	GDateTime *day = g_date_time_new_utc((int)strtol(word, NULL, 10),
		(int)strtol(&word[5], NULL, 10), (int)strtol(&word[8], NULL, 10), 0, 0, 0);
	if (!day) /* such as 2026-02-30 */
		return false;
	*begin = g_date_time_to_unix(day) * 1000;
	g_date_time_unref(day);
	return true;
}

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
