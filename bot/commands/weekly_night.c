#include "bot/commands/weekly_night.h"

#include "bot/call/time_zone.h"
#include "bot/commands/competition_terms.h"
#include "bot/commands/night_time.h"
#include "bot/competition/weekly.h"
#include "bot/text/words.h"

/*
 * Reads "friday 20:00" or "friday evening at 8pm": one word may stand between the two. *i becomes
 * the next word.
 */
static bool read_when(const struct bot_words *words, size_t *i, struct bot_weekly_night *weekly)
{
	struct bot_night_time time, day;
	size_t next = *i, later = *i + 2;

	if (bot_night_time_read(words, &next, &time) && time.day < BOT_DAY_ANY) {
		*i = next;
	} else if (bot_night_day_read(words, i, &day.day) && day.day < BOT_DAY_ANY &&
		   bot_night_time_read(words, &later, &time) && time.day == BOT_DAY_ANY) {
		time.day = day.day;
		*i = later;
	} else {
		return false;
	}
	weekly->weekday = (uint8_t)time.day;
	weekly->minute = (uint16_t)time.minute;
	return true;
}

/* Says what is missing, and in which time zone the time is. */
static void reply_which(const struct bot_call *call)
{
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(call->host, call->message->room, zone);
	bot_reply(call, BOT_MSG_NIGHT_EVERY_WHICH, (struct bot_args){.name = zone});
}

void bot_night_hold_weekly(const struct bot_call *call)
{
	struct bot_weekly_night weekly = {0};
	struct bot_competition terms = {0};
	size_t i = 2;

	if (!bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	if (!read_when(&call->words, &i, &weekly)) {
		reply_which(call);
		return;
	}
	if (!bot_competition_terms_read(call, &bot_night_kind, i, &terms))
		return;
	weekly.rules = terms.rules;
	weekly.clock = terms.clock;
	weekly.third_place = terms.third_place;
	bot_weekly_begin(call, &weekly);
}
