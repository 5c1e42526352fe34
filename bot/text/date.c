#include "bot/text/date.h"

#include <glib.h>
#include <stdlib.h>
#include <time.h>

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
