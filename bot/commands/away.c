#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/play/days_off.h"
#include "bot/text/date.h"
#include "bot/text/day_time.h"
#include "bot/text/instant.h"

#include <string.h>
#include <strings.h>

#define DAYS_MOST   999
#define LAST_MINUTE (24 * 60 - 1) /* of a day */
#define MONTHS      12

/* Reads a date, the next one after `after`. Returns false if the words are not only a date. */
static bool read_date(
	const struct bot_words *words, const char *zone, size_t i, int64_t after, int64_t *end)
{
	struct bot_date date;

	if (!bot_date_read(words, &i, &date))
		return false;
	while (i < words->count && bot_date_is_small(words->word[i]))
		i++;
	if (i < words->count)
		return false;
	*end = bot_zone_end_of_day(zone, &date, after);
	return true;
}

/*
 * Reads the day of a month, as in "the 24th", "hasta el 24" and "au 24": the next such day. Without
 * a word before it that announces a day, a number is none; nor is it in "until 8", which may be an
 * hour, unless `plain`.
 */
static bool read_ordinal(const struct bot_words *words, const char *zone, size_t i, int64_t after,
	bool plain, int64_t *end)
{
	const char *announces = words->word[i - 1];
	bool number;
	const int day = bot_month_day_read(words->word[i], &number);

	if (day == 0 || i + 1 != words->count)
		return false;
	if (!bot_date_is_small(announces) &&
		!(bot_words_mean(announces, "to") && (plain || !number)))
		return false;
	*end = 0;
	for (int month = 1; month <= MONTHS; month++) {
		const struct bot_date date = {.month = month, .day = day};
		const int64_t found = bot_zone_end_of_day(zone, &date, after);

		if (found > 0 && (*end == 0 || found < *end))
			*end = found;
	}
	return *end > 0;
}

/*
 * Reads "friday", "today", "tomorrow" or the day of a month. At the end of a span, and after
 * "next", today's weekday is the one a week later.
 */
static bool read_day(const struct bot_words *words, const char *zone, size_t i, int64_t after,
	bool ends, int64_t *end)
{
	struct bot_named_day named;

	if (i < words->count && bot_date_is_small(words->word[i]))
		i++;
	if (i < words->count && read_ordinal(words, zone, i, after, !ends, end))
		return true;
	if (!bot_named_day_read(words, &i, &named) || i != words->count)
		return false;
	const int day = named.day < BOT_DAY_ANY ? named.day : BOT_ZONE_ANY_DAY;
	if (named.day == BOT_DAY_TOMORROW || named.next || (ends && day != BOT_ZONE_ANY_DAY))
		after = bot_zone_next(zone, BOT_ZONE_ANY_DAY, 0, after);
	*end = bot_zone_next(zone, day, LAST_MINUTE, after);
	return true;
}

/* Reads "3 days", which is all that may be left. */
static bool read_days(const struct bot_call *call, size_t i, int64_t *length)
{
	int days;

	if (!bot_days_read(call, &i, DAYS_MOST, &days) || i != call->words.count)
		return false;
	*length = days * BOT_DAY;
	return days > 0;
}

/*
 * Reads the end of a span after `from`, in the words from `i` on. It may be a bare day if the words
 * have named another one as the beginning.
 */
static bool read_end(const struct bot_call *call, const char *zone, size_t i, int64_t from,
	bool has_begin, int64_t *until)
{
	const struct bot_words *words = &call->words;
	bool named = i + 1 < words->count && bot_words_mean(words->word[i], "to");
	int64_t length;

	i += named || (i + 1 < words->count && bot_words_mean(words->word[i], "for"));
	if (read_date(words, zone, i, from, until) ||
		((named || has_begin) && read_day(words, zone, i, from, true, until)))
		return *until > 0;
	if (!read_days(call, i, &length))
		return false;
	*until = from + length;
	return true;
}

/* Reads the day on which a span begins, in the words from `i` to `end`: now, if that is today. */
static bool read_begin(const struct bot_call *call, const char *zone, size_t i, size_t end,
	int64_t now, int64_t *from)
{
	struct bot_words words = call->words;
	int64_t last;

	words.count = end;
	if (!read_date(&words, zone, i, now, &last) &&
		!read_day(&words, zone, i, now, false, &last))
		return false;
	*from = bot_zone_begin_of_day(zone, last);
	*from = *from > now ? *from : now;
	return last > 0;
}

/* In "from the 3rd to the 10th of january", moves the begin to the last 3rd before the end. */
static void move_begin(
	const struct bot_call *call, const char *zone, size_t end, int64_t until, int64_t *from)
{
	struct bot_words words = call->words;
	int64_t last;

	words.count = end;
	for (int month = 1;
		month <= MONTHS &&
		read_ordinal(&words, zone, end - 1, *from + BOT_DAY_LONGEST, true, &last) &&
		last < until;
		month++)
		*from = bot_zone_begin_of_day(zone, last);
}

/* Reads "next week": from its Monday until its Sunday. */
static bool read_next_week(
	const struct bot_words *words, const char *zone, int64_t now, int64_t *from, int64_t *until)
{
	enum { SUNDAY, MONDAY };
	bool next = false, week = false, other = false;
	for (size_t i = 1; i < words->count; i++) {
		const char *word = words->word[i];

		next = next || bot_words_mean(word, "next");
		week = week || bot_words_mean(word, "week");
		other = other || !(bot_date_is_small(word) || bot_words_mean(word, "next") ||
					 bot_words_mean(word, "week"));
	}
	if (!next || !week || other)
		return false;
	*from = bot_zone_next(zone, MONDAY, 0, now);
	*until = bot_zone_next(zone, SUNDAY, LAST_MINUTE, *from);
	return true;
}

/*
 * Reads the words from the second one on, as people write when they are away: "3 days", "a week",
 * or the end of a day, in "until friday", "until 2026-12-24", "24.12.", "24 dec" and "dec 24 2026";
 * and ahead, "from friday to sunday", "from 24 dec until 2 jan", "monday for 2 weeks" and "next
 * week"; or one day, "tomorrow". A day begins and ends by the clocks of `zone`; one without a year
 * is the next one of this name. Sets *from and *until to the wall times, in milliseconds, at which
 * the absence begins and ends; *from is `now` unless the words name a later day. Returns false if
 * the words are no such time, or if there is no such day.
 */
static bool read_absence(
	const struct bot_call *call, const char *zone, int64_t now, int64_t *from, int64_t *until)
{
	const struct bot_words *words = &call->words;
	bool later = words->count > 2 && bot_words_has_sense(words->word[1], BOT_SENSE_FROM);
	bool from_now = later && (bot_words_mean(words->word[2], "today") ||
					 bot_words_mean(words->word[2], "now"));
	size_t i = from_now ? 3 : later ? 2 : 1;

	if (read_next_week(words, zone, now, from, until))
		return true;
	if (!later && read_begin(call, zone, i, words->count, now, from) &&
		read_day(words, zone, i, now, false, until))
		return true;
	*from = now;
	if ((from_now || !later) && read_end(call, zone, i, now, false, until))
		return true;
	for (size_t split = i + 1; split < words->count; split++)
		if (read_begin(call, zone, i, split, now, from) &&
			read_end(call, zone, split, *from, true, until)) {
			/* no month is looked for after an end that is refused anyway */
			if (*until - now < BOT_DAYS_OFF_AHEAD + BOT_DAYS_OFF_YEAR * BOT_DAY)
				move_begin(call, zone, split, *until, from);
			return true;
		}
	return false;
}

static int64_t now(const struct bot_call *call)
{
	return call->host->port->now(call->host->port->self);
}

/* In private there is no zone, so the one of a season in which the user takes part is used. */
static void find_room(const struct bot_call *call, char room[BOT_ID_SIZE])
{
	const struct bot_message *message = call->message;
	size_t count = 0;

	if (message->private)
		count = bot_competition_rooms_of(call->host->store, message->sender,
			BOT_KIND_SEASON, (char(*)[BOT_ID_SIZE])room, 1);
	if (count == 0)
		memcpy(room, message->room, strlen(message->room) + 1);
}

/* Finds the zone of the answer: in private the sender's, if the bot knows it, else the room's. */
static void find_zone(const struct bot_call *call, char zone[BOT_ZONE_SIZE])
{
	char room[BOT_ID_SIZE];

	if (call->message->private &&
		bot_zone_is_known(bot_reader_zone(call->host, call->message->sender, zone)))
		return;
	find_room(call, room);
	bot_zone_of_room(call->host, room, zone);
}

static void write_time(const struct bot_call *call, int64_t time, char text[BOT_INSTANT_SIZE])
{
	struct bot_instant instant = {
		.time = time, .now = now(call), .span = BOT_WEEK, .passing = true};
	char zone[BOT_ZONE_SIZE];

	find_zone(call, zone);
	bot_zone_apply(zone, &instant);
	bot_instant_write(call->lang, &instant, text);
}

/* Returns the sender's days off, without announced ones that are over. */
static struct bot_days_off find_own(const struct bot_call *call)
{
	struct bot_days_off off = bot_days_off_find(call->host, call->message->sender);

	if (off.planned_until <= now(call))
		off.planned = 0;
	return off;
}

/* Says when the sender is away, now or later, or that they are not. */
static void show(const struct bot_call *call)
{
	const char *user = call->message->sender;
	char from[BOT_INSTANT_SIZE], until[BOT_INSTANT_SIZE];
	struct bot_days_off off = find_own(call);
	struct bot_args args = {.date = from,
		.until = until,
		.count = bot_days_off_left(call->host, user),
		.prefix = bot_call_prefix(call)};
	bool is_away = off.until > now(call);
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	write_time(call, off.until, until);
	if (is_away || off.planned == 0)
		bot_page_say(&page, is_away ? BOT_MSG_DAYS_OFF : BOT_MSG_DAYS_OFF_NONE, &args);
	if (is_away && off.planned > 0)
		bot_page_line(&page);
	write_time(call, off.planned, from);
	write_time(call, off.planned_until, until);
	if (off.planned > 0)
		bot_page_say(&page, BOT_MSG_DAYS_OFF_PLANNED, &args);
	bot_reply_page(call, &page);
}

static void end(const struct bot_call *call)
{
	struct bot_days_off off = find_own(call);
	bool is_away = off.until > now(call);

	if (!is_away && off.planned == 0) {
		show(call);
		return;
	}
	bot_days_off_end(call->host, call->message->sender);
	bot_reply(call, is_away ? BOT_MSG_DAYS_OFF_OVER : BOT_MSG_DAYS_OFF_UNPLANNED,
		(struct bot_args){0});
}

static void begin(const struct bot_call *call, int64_t from, int64_t until)
{
	struct bot_host *host = call->host;
	int left;

	if (bot_days_off_begin(host, call->message->sender, from, until, &left))
		show(call);
	else
		bot_reply(call, BOT_MSG_DAYS_OFF_MANY, (struct bot_args){.count = left});
}

/* Whether the word says that somebody is there again. */
static bool ends(const char *word)
{
	static const char *const meanings[] = {
		"never", "off", "stop", "retreat", NULL}; /* "back" */

	return bot_words_mean_one_of(word, meanings) || strcasecmp(word, "end") == 0;
}

bool bot_days_off_read_return(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;

	if (words->count != 1 || words->id != 0 || words->question ||
		!bot_words_has_sense(words->word[0], BOT_SENSE_BACK))
		return false;
	return bot_days_off_rest(call->host->store, call->message->sender, now(call)) > 0;
}

void bot_run_away(struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	char zone[BOT_ZONE_SIZE];
	int64_t from, until;

	if (words->count == 1) {
		show(call);
		return;
	}
	if (words->count == 2 && ends(words->word[1])) {
		end(call);
		return;
	}
	find_zone(call, zone);
	if (!read_absence(call, zone, now(call), &from, &until) || until <= from ||
		until - from > BOT_DAYS_OFF_YEAR * BOT_DAY || from - now(call) > BOT_DAYS_OFF_AHEAD)
		bot_reply(call, BOT_MSG_DAYS_OFF_WHICH, (struct bot_args){0});
	else
		begin(call, from, until);
}
