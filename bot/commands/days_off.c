#include "bot/commands/days_off.h"

#include "bot/commands/days.h"
#include "bot/play/days_off.h"
#include "bot/text/instant.h"
#include "bot/text/words.h"

#include <stdlib.h>

#define DAY  (INT64_C(24) * 3600000)
#define WEEK (7 * DAY)

static int64_t now(const struct bot_call *call)
{
	return call->host->port->now(call->host->port->self);
}

/* Returns when a day begins, in milliseconds after 1970 (UTC), by the Gregorian calendar. */
static int64_t begin_of_day(int year, int month, int day)
{
	/* a year begins in March here, so that the leap day is its last one */
	int years = month > 2 ? year : year - 1;
	int days = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

	return ((int64_t)365 * years + years / 4 - years / 100 + years / 400 + days - 719468) * DAY;
}

/* Whether the word is written as a date is: 2026-12-24. */
static bool is_date(const char *word)
{
	static const char form[] = "0000-00-00";

	for (size_t i = 0; i < sizeof(form); i++)
		if (form[i] == '0' ? word[i] < '0' || word[i] > '9' : word[i] != form[i])
			return false;
	return true;
}

/*
 * Reads a date such as 2026-12-24: the user is away until the end of this day in UTC. Sets *days to
 * how many days that are from now on, or to 0 if it has passed or is too far away.
 */
static bool read_date(const struct bot_call *call, const char *word, int *days)
{
	long year, month, day;

	if (!is_date(word))
		return false;
	year = strtol(word, NULL, 10);
	month = strtol(&word[5], NULL, 10);
	day = strtol(&word[8], NULL, 10);
	*days = 0;
	if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31)
		return true;
	int64_t left = begin_of_day((int)year, (int)month, (int)day) + DAY - now(call);
	if (left > 0 && left <= BOT_DAYS_OFF_YEAR * DAY)
		*days = (int)((left + DAY - 1) / DAY);
	return true;
}

/* Reads how long the user is away. Sets *days to 0 if that is too long. */
static bool read_days(const struct bot_call *call, int *days)
{
	const struct bot_words *words = &call->words;
	size_t i = 1;

	if (bot_words_mean(words->word[i], "to"))
		i++;
	if (i + 1 == words->count && read_date(call, words->word[i], days))
		return true;
	return bot_days_read(call, &i, BOT_DAYS_OFF_YEAR, days) && i == words->count;
}

static enum bot_error say_until(const struct bot_call *call, int64_t rest, int left)
{
	struct bot_instant until = {.time = now(call) + rest, .now = now(call), .span = WEEK};
	char text[BOT_INSTANT_SIZE];

	bot_instant_write(call->lang, &until, text);
	return bot_reply(call, BOT_MSG_DAYS_OFF, (struct bot_args){.until = text, .count = left});
}

/* Says until when the sender is away, or that they are not. */
static enum bot_error show(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;
	int64_t rest;
	int left;

	enum bot_error error = bot_days_off_rest(host->store, user, now(call), &rest);
	if (!error)
		error = bot_days_off_left(host, user, &left);
	if (error)
		return error;
	if (rest > 0)
		return say_until(call, rest, left);
	return bot_reply(call, BOT_MSG_DAYS_OFF_NONE, (struct bot_args){.count = left});
}

static enum bot_error end(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;
	int64_t rest;

	enum bot_error error = bot_days_off_rest(host->store, user, now(call), &rest);
	if (error || rest == 0)
		return error ? error : show(call);
	error = bot_days_off_end(host, user);
	return error ? error : bot_reply(call, BOT_MSG_DAYS_OFF_OVER, (struct bot_args){0});
}

static enum bot_error begin(const struct bot_call *call, int days)
{
	struct bot_host *host = call->host;
	bool done = false;
	int left;

	enum bot_error error = bot_days_off_begin(host, call->message->sender, days, &left, &done);
	if (error)
		return error;
	if (!done)
		return bot_reply(call, BOT_MSG_DAYS_OFF_MANY, (struct bot_args){.count = left});
	return say_until(call, days * DAY, left);
}

enum bot_error bot_run_away(struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	int days = 0;

	if (words->count == 1)
		return show(call);
	if (words->count == 2 &&
		(bot_words_mean(words->word[1], "never") || bot_words_mean(words->word[1], "off")))
		return end(call);
	if (!read_days(call, &days) || days == 0)
		return bot_reply(call, BOT_MSG_DAYS_OFF_WHICH, (struct bot_args){0});
	return begin(call, days);
}
