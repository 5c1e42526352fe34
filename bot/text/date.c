#include "bot/text/date.h"

#include <time.h>

void bot_date_write(int64_t time, char date[BOT_DATE_SIZE])
{
	time_t seconds = (time_t)(time / 1000);
	struct tm utc = {0};

	if (!gmtime_r(&seconds, &utc) || strftime(date, BOT_DATE_SIZE, "%Y-%m-%d", &utc) == 0)
		date[0] = '\0';
}
