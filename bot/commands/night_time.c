#include "bot/commands/night_time.h"

#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/room_competition.h"
#include "bot/match/clock_words.h"
#include "bot/text/date.h"
#include "bot/text/day_time.h"

#define HOURS_OF_DAY    24
#define MINUTES_OF_HOUR 60

static bool word_means(const struct bot_words *words, size_t i, const char *english)
{
	return i < words->count && bot_words_mean(words->word[i], english);
}

/*
 * Skips "at". Its words in other languages also mean "by", "all" (alle) or "hours" (ore), and are
 * two in Spanish ("a las").
 */
static bool skip_at(const struct bot_words *words, size_t *i)
{
	static const char *const meanings[] = {"by", "all", "hour", "a", "the"};
	bool found = *i + 1 < words->count && bot_words_has_sense(words->word[*i], BOT_SENSE_TO);

	for (size_t j = 0; *i + 1 < words->count && j < sizeof(meanings) / sizeof(*meanings); j++)
		found = found || bot_words_mean(words->word[*i], meanings[j]);
	*i += found;
	return found;
}

/*
 * Moves an hour such as "8" to the evening, if somebody has said so or named a day, or to the
 * afternoon if nobody is awake then. Nobody says "tonight at 2" and means the afternoon.
 */
static void move_to_evening(struct bot_day_time *time, bool evening, bool day)
{
	const int last = evening ? BOT_NOON - 1 : day ? BOT_EVENING_LAST : BOT_NIGHT_ENDS - 1;
	const int first = evening ? BOT_NIGHT_ENDS : 1;

	if (time->hour >= first && time->hour <= last && (evening || !time->exact))
		time->hour += BOT_NOON;
}

/*
 * Reads a time of day. `dated`: a date stands before it, so that any number is an hour. Sets *sure
 * to false if the word is an hour only because of what stands beside it.
 */
static bool read_time(const struct bot_words *words, size_t *i, bool dated,
	struct bot_night_time *time, bool *sure)
{
	struct bot_named_day day = {.day = BOT_DAY_ANY};
	struct bot_day_time read;
	size_t at = *i;

	bool named = dated || bot_named_day_read(words, &at, &day);
	while (skip_at(words, &at)) /* "alle ore 20" has two such words */
		named = true;
	if (!bot_day_time_read(words, &at, &read) || read.hour >= HOURS_OF_DAY)
		return false;
	if (!dated && day.day == BOT_DAY_ANY && bot_named_day_read(words, &at, &day))
		named = true;
	if (!read.sure && !named)
		return false;
	move_to_evening(&read, day.evening, dated || day.day != BOT_DAY_ANY);
	*time = (struct bot_night_time){.day = day.day,
		.next = day.next,
		.minute = read.hour * MINUTES_OF_HOUR + read.minute,
		.vague = !read.exact && !day.evening && read.hour > 0 && read.hour < BOT_NOON};
	*sure = read.sure;
	*i = at;
	return true;
}

bool bot_night_time_read(const struct bot_words *words, size_t *i, struct bot_night_time *time)
{
	bool sure;

	return read_time(words, i, false, time, &sure);
}

/* Until then */

/*
 * Returns the moment from which a time of day without a day is looked for: `after` or, if the
 * room's night is on a later day, the begin of that day. Who moves it to another hour keeps its
 * day.
 */
static int64_t find_earliest(const struct bot_call *call, const char *zone, int64_t after)
{
	struct bot_competition night;

	if (!bot_competition_find_live(call, BOT_KIND_NIGHT, &night) ||
		night.stage != BOT_STAGE_SIGN_UP)
		return after;
	int64_t day = bot_zone_next(zone, BOT_ZONE_ANY_DAY, 0, night.starts - BOT_DAY);
	return day - 1 > after ? day - 1 : after;
}

/*
 * Returns how many milliseconds it takes until this time in the room's time zone. An hour of the
 * morning that has passed is one of the evening.
 */
static int64_t find_lead(const struct bot_call *call, const struct bot_night_time *time)
{
	int64_t now = bot_time_wall(call->host);
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(call->host, call->message->room, zone);
	int64_t midnight = bot_zone_next(zone, BOT_ZONE_ANY_DAY, 0, now);
	bool later = time->day == BOT_DAY_TOMORROW;
	int64_t after = later || time->next ? midnight - 1 : now + BOT_NIGHT_LEAD_LEAST - 1;
	int day = time->day < BOT_DAY_ANY ? time->day : BOT_ZONE_ANY_DAY;
	if (time->day == BOT_DAY_ANY)
		after = find_earliest(call, zone, after);
	int64_t found = bot_zone_next(zone, day, time->minute, after);
	if (time->vague && found >= midnight && !later && day == BOT_ZONE_ANY_DAY)
		found = bot_zone_next(zone, day, time->minute + BOT_NOON * MINUTES_OF_HOUR, after);
	return time->day == BOT_DAY_TODAY && found >= midnight ? 0 : found - now;
}

/* Reads a date, and a weekday before it if there is one: "Freitag, 4.12.". */
static bool read_day_and_date(const struct bot_words *words, size_t *i, struct bot_date *date)
{
	struct bot_named_day day;
	size_t at = *i;

	if (!bot_named_day_read(words, &at, &day) || !bot_date_read(words, &at, date))
		return bot_date_read(words, i, date);
	*i = at;
	return true;
}

/* Reads a date and a time of day, in any order. */
static bool read_date_and_time(const struct bot_words *words, size_t *i, struct bot_date *date,
	struct bot_night_time *time)
{
	struct bot_day_time other;
	size_t at = *i, after = *i;
	bool sure;

	/* "20.10 a 3" is a time, and a match to 3 touches. */
	const bool other_time = bot_day_time_read(words, &after, &other);
	bool found = read_day_and_date(words, &at, date) &&
		     read_time(words, &at, true, time, &sure) && (sure || !other_time);
	if (!found) {
		at = *i;
		found = read_time(words, &at, false, time, &sure) && time->day == BOT_DAY_ANY &&
			read_day_and_date(words, &at, date);
	}
	if (found)
		*i = at;
	return found;
}

/* Reads a date and a time. Sets *lead to 0 if that is over, too far away, or no day. */
static bool read_date(const struct bot_call *call, size_t *i, int64_t *lead)
{
	int64_t now = bot_time_wall(call->host);
	struct bot_night_time time;
	struct bot_date date;
	char zone[BOT_ZONE_SIZE];

	if (!read_date_and_time(&call->words, i, &date, &time))
		return false;
	bot_zone_of_room(call->host, call->message->room, zone);
	const int64_t end = bot_zone_end_of_day(zone, &date, now);
	const int64_t found = bot_zone_next(
		zone, BOT_ZONE_ANY_DAY, time.minute, bot_zone_begin_of_day(zone, end) - 1);
	const bool near = end > 0 && found > now && found < now + BOT_NIGHT_LEAD_MOST + BOT_DAY;
	*lead = near ? found - now : 0;
	return true;
}

bool bot_night_lacks_time(const struct bot_words *words, size_t i)
{
	struct bot_named_day day;
	struct bot_date date;

	return bot_date_read(words, &i, &date) || bot_named_day_read(words, &i, &day);
}

static size_t skip_article(const struct bot_words *words, size_t i)
{
	/* The English "an" is how Germans say "on". */
	return i + (word_means(words, i, "a") || word_means(words, i, "on") ||
			   word_means(words, i, "one"));
}

/* Reads "an hour", "half an hour", "einer halben Stunde" or "demi-heure", or just "hour". */
static bool read_one(const struct bot_words *words, size_t *i, int64_t *lead)
{
	size_t at = skip_article(words, *i);
	const bool half = word_means(words, at, "half");

	if (half)
		at = skip_article(words, at + 1);
	const bool unit = at < words->count && words->word[at][0] && words->word[at][1] &&
			  bot_clock_read_span("1", words->word[at], lead);
	if (!half && !unit)
		return false;
	if (half)
		*lead = (unit ? *lead : BOT_HOUR) / 2;
	*i = at + unit;
	return true;
}

/* Reads "30m", "2 hours" or "an hour". */
static bool read_length(const struct bot_words *words, size_t *i, int64_t *lead)
{
	if (read_one(words, i, lead))
		return true;
	if (*i < words->count && bot_clock_read(words->word[*i], lead) && *lead > 0) {
		++*i;
		return true;
	}
	if (*i + 1 >= words->count ||
		!bot_clock_read_span(words->word[*i], words->word[*i + 1], lead))
		return false;
	*i += 2;
	return true;
}

bool bot_night_lead_read(const struct bot_call *call, size_t *i, int64_t *lead)
{
	const struct bot_words *words = &call->words;
	struct bot_night_time time;
	/* The Dutch word also means "about". */
	bool in = *i < words->count && (bot_words_mean(words->word[*i], "in") ||
					       bot_words_mean(words->word[*i], "about"));

	if (*i < words->count && bot_words_mean(words->word[*i], "now")) {
		++*i;
		*lead = BOT_NIGHT_LEAD_LEAST;
		return true;
	}
	if (read_date(call, i, lead))
		return true;
	*i += in;
	*i += in && word_means(words, *i, "the"); /* "dentro de", as the Dutch "de" */
	if (!in && bot_night_time_read(words, i, &time)) {
		*lead = find_lead(call, &time);
		return true;
	}
	return read_length(words, i, lead);
}
