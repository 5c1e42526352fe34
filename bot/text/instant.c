#include "bot/text/instant.h"

#include "bot/base/duration.h"
#include "bot/text/date.h"
#include "bot/text/page.h"

#include <time.h>

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
