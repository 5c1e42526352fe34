#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/days.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time_zone.h"
#include "bot/commands/night_time.h"
#include "bot/play/days_off.h"
#include "bot/text/instant.h"
#include "bot/text/month.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define DAYS_MOST   999
#define LAST_MINUTE (24 * 60 - 1) /* of a day */
#define NUMBER_SIZE 8
#define DATE_WORDS  3

#define MONTH_SIGN "\xE6\x9C\x88"
#define DAY_SIGN   "\xE6\x97\xA5"

static int64_t now(const struct bot_call *call)
{
	return call->host->port->now(call->host->port->self);
}

/* Dates */

/* Reads the digits that *text begins with, and skips them. Returns -1 if they are no number. */
static int read_number(const char **text, int most)
{
	size_t digits = strspn(*text, "0123456789");
	char number[NUMBER_SIZE] = "";
	int64_t found;

	if (digits == 0 || digits >= sizeof(number))
		return -1;
	memcpy(number, *text, digits);
	*text += digits;
	return bot_words_number(number, most, &found) ? (int)found : -1;
}

/* Reads "2026-12-24". */
static bool read_iso(const char *word, struct bot_date *date)
{
	date->year = read_number(&word, 9999);
	if (date->year < 1 || *word++ != '-')
		return false;
	date->month = read_number(&word, 99);
	if (*word++ != '-')
		return false;
	date->day = read_number(&word, 99);
	return *word == '\0';
}

/* Reads "24.12" and "24.12.2026". A full stop at the end is no part of the word. */
static bool read_dotted(const char *word, struct bot_date *date)
{
	date->day = read_number(&word, 99);
	if (*word++ != '.')
		return false;
	date->month = read_number(&word, 99);
	if (*word == '.') {
		word++;
		date->year = read_number(&word, 9999);
	}
	return *word == '\0';
}

/* Reads "12月24日" and "12月24日まで". */
static bool read_signs(const char *word, struct bot_date *date)
{
	date->month = read_number(&word, 99);
	if (date->month < 1 || strncmp(word, MONTH_SIGN, strlen(MONTH_SIGN)) != 0)
		return false;
	word += strlen(MONTH_SIGN);
	date->day = read_number(&word, 99);
	if (date->day < 1 || strncmp(word, DAY_SIGN, strlen(DAY_SIGN)) != 0)
		return false;
	word += strlen(DAY_SIGN);
	return *word == '\0' || bot_words_mean(word, "to");
}

/* Whether the letters may follow the number of a day, as in "1st" and "1er". */
static bool is_ordinal(const char *letters)
{
	static const char *const endings[] = {"", "st", "nd", "rd", "th", "er", "e", "\u00BA"};

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcasecmp(letters, endings[i]) == 0)
			return true;
	return false;
}

/* Reads "24 dec", "dec 24" and "24 december 2026". */
static bool read_named(const char *const *word, size_t count, struct bot_date *date)
{
	if (count < 2 || count > DATE_WORDS)
		return false;
	bool first = bot_month_read(word[0]) > 0;
	const char *day = word[first ? 1 : 0], *year = count == 3 ? word[2] : "";
	date->month = bot_month_read(word[first ? 0 : 1]);
	date->day = read_number(&day, 99);
	if (count == 3)
		date->year = read_number(&year, 9999);
	return date->month > 0 && date->day > 0 && !*year && is_ordinal(day);
}

/* Whether the word may stand in a date, as in "zum 24. Dezember" and "el 24 de diciembre". */
static bool is_small(const char *word)
{
	return bot_words_mean(word, "the") || bot_words_mean(word, "of") ||
	       bot_words_mean(word, "for") || bot_words_mean(word, "a") ||
	       strcasecmp(word, "al") == 0;
}

/* Finds the words of a date. Returns how many there are, or more than there may be. */
static size_t find_date(const struct bot_words *words, size_t i, const char *word[DATE_WORDS])
{
	size_t count = 0;

	for (; i < words->count && count <= DATE_WORDS; i++)
		if (!is_small(words->word[i]) && count++ < DATE_WORDS)
			word[count - 1] = words->word[i];
	return count;
}

/* Reads a date. Returns false if the words are none. */
static bool read_date(const struct bot_call *call, const char *zone, size_t i, int64_t *until)
{
	const char *word[DATE_WORDS];
	size_t count = find_date(&call->words, i, word);
	struct bot_date iso = {0}, dotted = {0}, signs = {0}, named = {0};
	const struct bot_date *date = NULL;

	if (count == 1 && read_iso(word[0], &iso))
		date = &iso;
	else if (count == 1 && read_dotted(word[0], &dotted))
		date = &dotted;
	else if (count == 1 && read_signs(word[0], &signs))
		date = &signs;
	else if (read_named(word, count, &named))
		date = &named;
	if (date)
		*until = bot_zone_end_of_day(zone, date, now(call));
	return date != NULL;
}

/* Other times */

/* Reads "friday", "today" or "tomorrow". */
static bool read_day(const struct bot_call *call, const char *zone, size_t i, int64_t *until)
{
	int64_t after = now(call);
	int day;

	if (i < call->words.count && is_small(call->words.word[i]))
		i++;
	if (!bot_night_day_read(&call->words, &i, &day) || i != call->words.count)
		return false;
	if (day == BOT_DAY_TOMORROW)
		after = bot_zone_next(zone, BOT_ZONE_ANY_DAY, 0, after);
	*until =
		bot_zone_next(zone, day < BOT_DAY_ANY ? day : BOT_ZONE_ANY_DAY, LAST_MINUTE, after);
	return true;
}

/*
 * Reads until when somebody is away, as people write it: "3 days", "a week", or the end of a day,
 * in "until friday", "until 2026-12-24", "24.12.", "24 dec" and "dec 24 2026".
 * Reads the words from the second one on. A day ends by the clocks of `zone` (time_zone.h); one
 * without a year is the next one of this name. Returns the wall time (in milliseconds), or 0 if the
 * words are no such time, or if there is no such day.
 */
static int64_t return_time_read(const struct bot_call *call, const char *zone)
{
	bool named = call->words.count > 2 && bot_words_mean(call->words.word[1], "to");
	size_t i = named ? 2 : 1;
	int64_t until;
	int days;

	if (read_date(call, zone, i, &until) || (named && read_day(call, zone, i, &until)))
		return until;
	if (bot_days_read(call, &i, DAYS_MOST, &days) && i == call->words.count && days > 0)
		return now(call) + days * BOT_DAY;
	return 0;
}

/* In private there is no zone, so the one of a season in which the user takes part is used. */
static void find_room(const struct bot_call *call, char room[BOT_ID_SIZE])
{
	const struct bot_message *message = call->message;
	size_t count = 0;

	if (message->private)
		bot_must(bot_competition_rooms_of(call->host->store, message->sender,
			BOT_KIND_SEASON, (char(*)[BOT_ID_SIZE])room, 1, &count));
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

static int64_t read_until(const struct bot_call *call)
{
	char zone[BOT_ZONE_SIZE];

	find_zone(call, zone);
	return return_time_read(call, zone);
}

static void say_until(const struct bot_call *call, int64_t rest, int left)
{
	struct bot_instant until = {
		.time = now(call) + rest, .now = now(call), .span = BOT_WEEK, .passing = true};
	char text[BOT_INSTANT_SIZE], zone[BOT_ZONE_SIZE];

	find_zone(call, zone);
	bot_zone_apply(zone, &until);
	bot_instant_write(call->lang, &until, text);
	bot_reply(call, BOT_MSG_DAYS_OFF, (struct bot_args){.until = text, .count = left});
}

/* Says until when the sender is away, or that they are not. */
static void show(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;
	int64_t rest;

	bot_must(bot_days_off_rest(host->store, user, now(call), &rest));
	int left = bot_days_off_left(host, user);
	if (rest > 0)
		say_until(call, rest, left);
	else
		bot_reply(call, BOT_MSG_DAYS_OFF_NONE, (struct bot_args){.count = left});
}

static void end(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;
	int64_t rest;

	bot_must(bot_days_off_rest(host->store, user, now(call), &rest));
	if (rest == 0) {
		show(call);
		return;
	}
	bot_days_off_end(host, user);
	bot_reply(call, BOT_MSG_DAYS_OFF_OVER, (struct bot_args){0});
}

static void begin(const struct bot_call *call, int64_t until)
{
	struct bot_host *host = call->host;
	int left;

	if (bot_days_off_begin(host, call->message->sender, until, &left))
		say_until(call, until - now(call), left);
	else
		bot_reply(call, BOT_MSG_DAYS_OFF_MANY, (struct bot_args){.count = left});
}

/* Whether the word says that somebody is there again. */
static bool ends(const char *word)
{
	static const char *const meanings[] = {"never", "off", "stop", "retreat"}; /* "back" */

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (bot_words_mean(word, meanings[i]))
			return true;
	return strcasecmp(word, "end") == 0;
}

static void remove_words(struct bot_words *words, size_t at, size_t count)
{
	words->count -= count;
	memmove(words->word + at, words->word + at + count,
		(words->count - at) * sizeof(words->word[0]));
}

/*
 * Removes the words of "for 3 days" and "from today to friday" that say nothing. Returns whether
 * the words name another beginning than now.
 */
static bool begins_later(struct bot_words *words)
{
	if (words->count > 2 && bot_words_mean(words->word[1], "for"))
		remove_words(words, 1, 1);
	if (words->count < 3 || !bot_words_has_sense(words->word[1], BOT_SENSE_FROM))
		return false;
	if (!bot_words_mean(words->word[2], "today") && !bot_words_mean(words->word[2], "now"))
		return true;
	remove_words(words, 1, 2);
	return false;
}

bool bot_days_off_read_return(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	int64_t rest;

	if (words->count != 1 || words->id != 0 ||
		!bot_words_has_sense(words->word[0], BOT_SENSE_BACK))
		return false;
	bot_must(bot_days_off_rest(call->host->store, call->message->sender, now(call), &rest));
	return rest > 0;
}

void bot_run_away(struct bot_call *call)
{
	struct bot_words *words = &call->words;

	if (begins_later(words)) {
		bot_reply(call, BOT_MSG_DAYS_OFF_FROM, (struct bot_args){0});
		return;
	}
	if (words->count == 1) {
		show(call);
		return;
	}
	if (words->count == 2 && ends(words->word[1])) {
		end(call);
		return;
	}
	int64_t until = read_until(call);
	if (until <= now(call) || until - now(call) > BOT_DAYS_OFF_YEAR * BOT_DAY)
		bot_reply(call, BOT_MSG_DAYS_OFF_WHICH, (struct bot_args){0});
	else
		begin(call, until);
}
