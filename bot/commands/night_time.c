#include "bot/commands/night_time.h"

#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/room_competition.h"
#include "bot/match/clock_words.h"
#include "bot/text/instant.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define NOON            12 /* o'clock */
#define HOURS_OF_DAY    24
#define FIRST_SURE_HOUR 13 /* from this number on, "20h" is a time of day and no length */
#define NIGHT_ENDS      5  /* before this hour nobody means the morning */
#define EVENING_LAST    9  /* up to this hour of a day, people mean the evening */
#define MINUTES_OF_HOUR 60
#define ZONE_MOST       (BOT_DAY / 24 * 14) /* how far a zone is ahead of UTC */
#define THURSDAY        4                   /* the day of 1970-01-01 */

/* A time of day as far as it is read. */
struct reading {
	int hour, minute;
	bool sure;  /* is a time even without a day or "at" before it, as "20:00" is */
	bool exact; /* of the 24 hours of a day: it has minutes, or says which half it means */
};

/* Days */

static bool read_weekday(const char *word, int *day)
{
	static const char *const names[] = {
		"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
	const char *english = bot_words_in_english(word);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t length = strlen(names[i]);

		if (strncasecmp(english, names[i], length) == 0 &&
			(!english[length] || strcasecmp(english + length, "s") == 0)) {
			*day = (int)i;
			return true;
		}
	}
	return false;
}

static bool word_means(const struct bot_words *words, size_t i, const char *english)
{
	return i < words->count && bot_words_mean(words->word[i], english);
}

/* A day as far as it is read. */
struct day {
	int day;      /* as that of struct bot_night_time */
	bool next;    /* not today */
	bool evening; /* "tomorrow night" and "heute Abend": the second word says no more than this
		       */
};

/* Skips "on" and "el" before the day. */
static bool read_day(const struct bot_words *words, size_t *i, struct day *day)
{
	size_t at = *i + (word_means(words, *i, "the") || word_means(words, *i, "on"));
	const bool before = word_means(words, at, "next");

	if (at + before >= words->count)
		return false;
	const char *word = words->word[at + before];
	bool tonight = bot_words_mean(word, "tonight"), relative = true;
	if (tonight || bot_words_mean(word, "today"))
		day->day = BOT_DAY_TODAY;
	else if (bot_words_mean(word, "tomorrow"))
		day->day = BOT_DAY_TOMORROW;
	else
		relative = false;
	if (relative ? before : !read_weekday(word, &day->day))
		return false;
	*i = at + before + 1;
	const bool behind = !relative && !before && word_means(words, *i, "next"); /* "prochain" */
	*i += behind;
	day->next = before || behind;
	const bool night = word_means(words, *i, "night");
	*i += night;
	day->evening = tonight || night;
	return true;
}

bool bot_night_day_read(const struct bot_words *words, size_t *i, int *day, bool *next)
{
	struct day read;

	if (!read_day(words, i, &read))
		return false;
	*day = read.day;
	*next = read.next;
	return true;
}

/* Hours */

/* Reads at most two digits. Returns where they end, or NULL if there are none. */
static const char *read_digits(const char *text, int *number)
{
	size_t digits = strspn(text, "0123456789");

	if (digits < 1 || digits > 2)
		return NULL;
	*number = text[0] - '0';
	if (digits == 2)
		*number = *number * 10 + text[1] - '0';
	return text + digits;
}

/* Reads "am" or "p.m.", and moves the hour. Returns false for anything else. */
static bool read_half(const char *word, struct reading *reading)
{
	bool after = strcasecmp(word, "pm") == 0 || strcasecmp(word, "p.m") == 0;

	if (!after && strcasecmp(word, "am") != 0 && strcasecmp(word, "a.m") != 0)
		return false;
	if (reading->hour < 1 || reading->hour > NOON)
		return false;
	reading->hour = reading->hour % NOON + (after ? NOON : 0);
	reading->sure = true;
	reading->exact = true;
	return true;
}

/* Reads what may follow the hour: "Uhr", "o'clock", "h", or the word for hours. */
static bool read_unit(const char *word, struct reading *reading)
{
	if (bot_words_mean(word, "clock") || strcasecmp(word, "o'clock") == 0) {
		reading->sure = true;
		return true;
	}
	if (strcasecmp(word, "h") != 0 && !bot_words_mean(word, "hour"))
		return false;
	reading->sure = reading->sure || reading->hour >= FIRST_SURE_HOUR;
	return true;
}

/* Reads "20:00", "20.00", "20h30", "20h", "8pm" or "8:30pm", or only "20". */
static bool read_hour(const char *word, struct reading *reading)
{
	*reading = (struct reading){.exact = word[0] == '0'};
	const char *rest = read_digits(word, &reading->hour);
	if (!rest)
		return false;
	if (*rest && strchr(":.hH", *rest) && isdigit((unsigned char)rest[1])) {
		const char *minutes = rest + 1;

		rest = read_digits(minutes, &reading->minute);
		if (!rest || rest != minutes + 2)
			return false;
		reading->sure = true;
		reading->exact = true;
	}
	if (*rest && !read_half(rest, reading) && !read_unit(rest, reading))
		return false;
	return reading->hour < HOURS_OF_DAY && reading->minute < MINUTES_OF_HOUR;
}

/* Reads the word after an hour, as in "8 pm" and "20 Uhr". */
static void read_after(const struct bot_words *words, size_t *i, struct reading *reading)
{
	if (*i < words->count &&
		(read_half(words->word[*i], reading) || read_unit(words->word[*i], reading)))
		++*i;
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
static void move_to_evening(struct reading *reading, bool evening, bool day)
{
	const int last = evening ? NOON - 1 : day ? EVENING_LAST : NIGHT_ENDS - 1;
	const int first = evening ? NIGHT_ENDS : 1;

	if (reading->hour >= first && reading->hour <= last && (evening || !reading->exact))
		reading->hour += NOON;
}

bool bot_night_time_read(const struct bot_words *words, size_t *i, struct bot_night_time *time)
{
	struct reading reading;
	struct day day = {.day = BOT_DAY_ANY};
	size_t at = *i;

	bool named = read_day(words, &at, &day);
	while (skip_at(words, &at)) /* "alle ore 20" has two such words */
		named = true;
	if (at >= words->count || !read_hour(words->word[at], &reading))
		return false;
	at++;
	read_after(words, &at, &reading);
	if (day.day == BOT_DAY_ANY && read_day(words, &at, &day))
		named = true;
	if (!reading.sure && !named)
		return false;
	move_to_evening(&reading, day.evening, day.day != BOT_DAY_ANY);
	*time = (struct bot_night_time){.day = day.day,
		.next = day.next,
		.minute = reading.hour * MINUTES_OF_HOUR + reading.minute,
		.vague = !reading.exact && !day.evening && reading.hour > 0 && reading.hour < NOON};
	*i = at;
	return true;
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
		found = bot_zone_next(zone, day, time->minute + NOON * MINUTES_OF_HOUR, after);
	return time->day == BOT_DAY_TODAY && found >= midnight ? 0 : found - now;
}

/* Reads a date and a time. Sets *lead to 0 if that is over, or too far away. */
static bool read_date(const struct bot_call *call, size_t *i, int64_t *lead)
{
	int64_t now = bot_time_wall(call->host), begin;
	struct bot_night_time time;
	char zone[BOT_ZONE_SIZE];
	size_t at = *i + 1;

	if (*i >= call->words.count || !bot_date_read(call->words.word[*i], &begin) ||
		!bot_night_time_read(&call->words, &at, &time) || time.day != BOT_DAY_ANY)
		return false;
	*i = at;
	*lead = 0;
	bot_zone_of_room(call->host, call->message->room, zone);
	if (begin < now - 2 * BOT_DAY || begin > now + BOT_NIGHT_LEAD_MOST + BOT_DAY)
		return true;
	/* Only one such weekday begins so near: no zone is more than 14 hours ahead of UTC. */
	int64_t found = bot_zone_next(
		zone, (int)(begin / BOT_DAY + THURSDAY) % 7, time.minute, begin - ZONE_MOST - 1);
	*lead = found > now ? found - now : 0;
	return true;
}

bool bot_night_lacks_time(const struct bot_words *words, size_t i)
{
	int64_t begin;
	struct day day;

	return i < words->count &&
	       (bot_date_read(words->word[i], &begin) || read_day(words, &i, &day));
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
