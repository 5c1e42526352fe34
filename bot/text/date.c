#include "bot/text/date.h"

#include "bot/base/duration.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void bot_date_write(int64_t time, char date[BOT_DATE_SIZE])
{
	time_t seconds = (time_t)(time / 1000);
	struct tm utc = {0};

	if (!gmtime_r(&seconds, &utc) || strftime(date, BOT_DATE_SIZE, "%Y-%m-%d", &utc) == 0)
		date[0] = '\0';
}

/* Returns how many days after 1970-01-01 a day is, by the Gregorian calendar. */
static int64_t count_days(int64_t year, int64_t month, int64_t day)
{
	/* a year begins in March here, so that the leap day is its last one */
	int64_t years = month > 2 ? year : year - 1;
	int64_t days = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

	return 365 * years + years / 4 - years / 100 + years / 400 + days - 719468;
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
	char written[BOT_DATE_SIZE];

	if (!is_date(word))
		return false;
	*begin = count_days(strtol(word, NULL, 10), strtol(&word[5], NULL, 10),
			 strtol(&word[8], NULL, 10)) *
		 BOT_DAY;
	bot_date_write(*begin, written); /* a day such as 2026-02-30 becomes another one */
	return strcmp(word, written) == 0;
}
