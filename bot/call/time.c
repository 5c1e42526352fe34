#include "bot/call/time.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/text/spelled_number.h"
#include "bot/text/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define KEY       "time"
#define KEY_AHEAD "time ahead"

/*
 * If nobody has called the host for longer than this, the host assumes that the adapter could not
 * receive messages.
 */
#define LONGEST_INTERVAL (4 * BOT_TIME_INTERVAL)

/*
 * The bot replaces the note of the time in the store only when the note is at least this old. So a
 * call that comes soon after another call writes nothing.
 */
#define FRESH (5 * BOT_SECOND)

/* The note of the host's time that the store keeps. */
struct note {
	long long run;    /* host->time_run of the program that wrote the note */
	long long steady; /* the steady clock when the note was written */
	long long time;   /* the host's time when the note was written */
};

static bool read_note(const char *text, struct note *note)
{
	long long *const fields[] = {&note->run, &note->steady, &note->time};
	char *end;

	for (size_t i = 0; i < 3; i++) {
		*fields[i] = strtoll(text, &end, 10);
		if (end == text || *end != (i < 2 ? ' ' : '\0'))
			return false;
		text = end + 1;
	}
	return true;
}

/*
 * Computes the host's time only from the stored note and the clocks, so that the rollback of a
 * transaction also restores the time. In a store without a note, the host's time begins at the wall
 * clock, because the timers of earlier versions used the wall clock. Sets *fresh to whether the
 * note need not be replaced yet.
 */
static void compute(const struct bot_host *host, int64_t steady, int64_t *time, bool *fresh)
{
	struct note note = {host->time_run, steady, host->port->now(host->port->self)};
	char *value = NULL;

	bot_found(bot_store_get(host->store, KEY, &value));
	bool known = value != NULL;
	bool readable = !known || read_note(value, &note);
	free(value);
	if (!readable)
		bot_fail(BOT_STORE_CORRUPT);
	int64_t passed = steady - note.steady;
	bool goes_on = known && note.run == host->time_run && passed >= 0;
	bool received = goes_on && passed <= LONGEST_INTERVAL;
	*time = note.time + (received ? passed : 0);
	*fresh = goes_on && passed < FRESH;
}

static void save_ahead(struct bot_host *host, int64_t ahead)
{
	char text[24];

	host->knows_ahead = false; /* until it is read again: this transaction may be rolled back */
	snprintf(text, sizeof(text), "%" PRId64, ahead);
	bot_must(bot_store_set(host->store, KEY_AHEAD, text));
}

/* Reads how far the wall clock was ahead at the last report. Returns false if there was none. */
static bool read_ahead(const struct bot_host *host, int64_t *ahead)
{
	char *value = NULL;

	bool found = bot_found(bot_store_get(host->store, KEY_AHEAD, &value));
	if (found)
		*ahead = strtoll(value, NULL, 10);
	free(value);
	return found;
}

void bot_time_update(struct bot_host *host)
{
	int64_t steady = host->port->steady(host->port->self), time;
	char text[80];
	bool fresh;

	compute(host, steady, &time, &fresh);
	if (!fresh) {
		snprintf(text, sizeof(text), "%" PRId64 " %" PRId64 " %" PRId64, host->time_run,
			steady, time);
		bot_must(bot_store_set(host->store, KEY, text));
	}
	host->time = time;
	bot_store_note_time(host->store, time, host->port->now(host->port->self));
}

void bot_time_stood_still(struct bot_host *host)
{
	host->time_run++;
}

int64_t bot_time_now(const struct bot_host *host)
{
	int64_t now;
	bool fresh;

	compute(host, host->port->steady(host->port->self), &now, &fresh);
	return now;
}

/*
 * The store keeps the difference between the wall clock and the host's time at the last report. So
 * this function also finds a shift that happened while the bot was down.
 */
int64_t bot_time_find_shift(struct bot_host *host)
{
	int64_t ahead = host->port->now(host->port->self) - host->time, told = host->ahead;

	if (host->knows_ahead && llabs(ahead - told) < BOT_MINUTE)
		return 0;
	bool found = read_ahead(host, &told);
	if (!found) {
		save_ahead(host, ahead);
		told = ahead;
	}
	if (llabs(ahead - told) >= BOT_MINUTE) {
		save_ahead(host, ahead);
		return ahead - told;
	}
	host->ahead = told;
	host->knows_ahead = found; /* a new note may be rolled back with this transaction */
	return 0;
}

int64_t bot_time_wall(const struct bot_host *host)
{
	int64_t ahead = host->ahead;

	if (!host->knows_ahead && !read_ahead(host, &ahead))
		ahead = host->port->now(host->port->self) - host->time;
	return host->time + ahead;
}

struct bot_instant bot_time_instant(const struct bot_host *host, int64_t due, int64_t span)
{
	int64_t seconds = (bot_time_wall(host) + due - host->time + BOT_SECOND / 2) / BOT_SECOND;

	return (struct bot_instant){.time = seconds * BOT_SECOND,
		.now = host->port->now(host->port->self),
		.span = span};
}

#define WEEK        7 /* days */
#define MONTH       30
#define NUMBER_SIZE 12 /* bytes of any int, with the NUL */

/* Finds how many days a unit of time has. Returns 0 if the text is no such unit. */
static int find_unit(const char *text)
{
	if (strcasecmp(text, "w") == 0 || bot_words_mean(text, "week"))
		return WEEK;
	if (bot_words_mean(text, "month"))
		return MONTH;
	return strcasecmp(text, "d") == 0 || bot_words_mean(text, "day") ? 1 : 0;
}

/* Returns the digits of a number that is written as a word, in `digits`, or the word itself. */
static const char *in_digits(const char *word, char digits[NUMBER_SIZE])
{
	const bool one = bot_words_mean(word, "a") || bot_words_mean(word, "one");
	const int number = one ? 1 : bot_spelled_number(word);

	snprintf(digits, NUMBER_SIZE, "%d", number);
	return number > 0 ? digits : word;
}

bool bot_days_read(const struct bot_call *call, size_t *i, int most, int *days)
{
	const struct bot_words *words = &call->words;
	char spelled[NUMBER_SIZE];
	const char *word = *i < words->count ? in_digits(words->word[*i], spelled) : "";
	size_t digits = strspn(word, "0123456789");
	bool apart = digits > 0 && word[digits] == '\0' && *i + 1 < words->count;
	int unit = find_unit(apart ? words->word[*i + 1] : word + digits);
	char number[4] = "";
	int64_t count;

	if (digits == 0 || unit == 0)
		return false;
	*i += apart ? 2 : 1;
	*days = 0;
	if (digits >= sizeof(number))
		return true;
	memcpy(number, word, digits);
	if (bot_words_number(number, most / unit, &count))
		*days = (int)count * unit;
	return true;
}
