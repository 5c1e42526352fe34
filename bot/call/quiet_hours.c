#include "bot/call/quiet_hours.h"

#include "bot/base/attempt.h"
#include "bot/call/reader_zone.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NOON    12
#define HOURS   24
#define MINUTES 60

#define EN_DASH "\xE2\x80\x93"

/* Reads one or two digits. Returns the text after them, or NULL if there are no or more digits. */
static const char *read_digits(const char *text, int *number)
{
	size_t digits = strspn(text, "0123456789");

	*number = 0;
	for (size_t i = 0; i < digits && i < 2; i++)
		*number = *number * 10 + (text[i] - '0');
	return digits == 1 || digits == 2 ? text + digits : NULL;
}

/* Reads "am" or "pm", if it follows, and changes the hour of the clock of 12 hours. */
static const char *read_half(const char *text, int *hour, bool *half)
{
	bool pm = strncasecmp(text, "pm", 2) == 0;

	if (!pm && strncasecmp(text, "am", 2) != 0)
		return text;
	if (*hour < 1 || *hour > NOON)
		return NULL;
	*hour = *hour % NOON + (pm ? NOON : 0);
	*half = true;
	return text + 2;
}

/*
 * Reads a time of day, and whether it says which half of the day it is in. Returns the text after
 * it, or NULL if the text does not begin with one.
 */
static const char *read_time(const char *text, int *minute, bool *half)
{
	int hour, rest = 0;
	const char *after = read_digits(text, &hour);

	if (!after)
		return NULL;
	if (*after == ':' || ((*after == 'h' || *after == 'H') && isdigit((unsigned char)after[1])))
		after = read_digits(after + 1, &rest);
	else if (*after == 'h' || *after == 'H')
		after++;
	if (after)
		after = read_half(after, &hour, half);
	if (!after || rest >= MINUTES || hour * MINUTES + rest > HOURS * MINUTES)
		return NULL;
	*minute = (hour * MINUTES + rest) % (HOURS * MINUTES);
	return after;
}

/* Returns the beginning of hours of which only the end has a half: 18:00 of "6-11pm". */
static int guess_half(int from, int to)
{
	if (from < MINUTES || from >= (NOON + 1) * MINUTES)
		return from;
	int morning = from % (NOON * MINUTES), evening = morning + NOON * MINUTES;
	if (to < NOON * MINUTES)
		return morning < to ? morning : evening;
	return evening < to ? evening : morning;
}

static const char *skip_dash(const char *text)
{
	if (strncmp(text, EN_DASH, strlen(EN_DASH)) == 0)
		return text + strlen(EN_DASH);
	return *text == '-' ? text + 1 : NULL;
}

bool bot_day_hours_parse(const char *text, struct bot_day_hours *hours)
{
	struct bot_day_hours read;
	bool half_from = false, half_to = false;

	text = read_time(text, &read.from, &half_from);
	if (text)
		text = skip_dash(text);
	if (text)
		text = read_time(text, &read.to, &half_to);
	if (text && half_to && !half_from)
		read.from = guess_half(read.from, read.to);
	if (!text || *text || read.from == read.to)
		return false;
	*hours = read;
	return true;
}

bool bot_day_hours_is_filler(const char *word)
{
	static const char *const meanings[] = {
		"to", "of", "by", "a", "the", "all", "hour", "clock", "and"};

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (bot_words_mean(word, meanings[i]))
			return true;
	return bot_words_has_sense(word, BOT_SENSE_FROM) ||
	       bot_words_match(word, "a"); /* with an accent, in French */
}

/* Joins the words without spaces: "from 10 pm to 8 am" becomes "10pm-8am". */
bool bot_day_hours_read(const struct bot_words *words, size_t first, struct bot_day_hours *hours)
{
	char joined[2 * BOT_DAY_HOURS_SIZE];
	struct bot_text text = bot_text_in(joined, sizeof(joined));

	bool dash = false;
	for (size_t i = first; i < words->count; i++) {
		if (bot_day_hours_is_filler(words->word[i])) {
			dash = text.used > 0;
			continue;
		}
		bot_text_add(&text, dash ? "-" : "");
		bot_text_add(&text, words->word[i]);
		dash = false;
	}
	return !text.cut && bot_day_hours_parse(joined, hours);
}

void bot_day_hours_write_minute(int minute, char text[BOT_DAY_HOURS_SIZE])
{
	snprintf(text, BOT_DAY_HOURS_SIZE, "%d:%02d", minute / MINUTES % HOURS, minute % MINUTES);
}

void bot_day_hours_write(const struct bot_day_hours *hours, char text[BOT_DAY_HOURS_SIZE])
{
	char from[BOT_DAY_HOURS_SIZE], to[BOT_DAY_HOURS_SIZE];

	bot_day_hours_write_minute(hours->from, from);
	bot_day_hours_write_minute(hours->to, to);
	struct bot_text written = bot_text_in(text, BOT_DAY_HOURS_SIZE);
	bot_text_add(&written, from);
	bot_text_add(&written, "-");
	bot_text_add(&written, to);
}

#define KEY "quiet"

bool bot_quiet_hours_get(struct bot_host *host, const char *user, struct bot_day_hours *hours)
{
	char value[BOT_SETTING_SIZE];

	return bot_store_setting(host->store, BOT_OF_USER, user, KEY, value) &&
	       bot_day_hours_parse(value, hours);
}

void bot_quiet_hours_set(struct bot_host *host, const char *user, const struct bot_day_hours *hours)
{
	char value[BOT_DAY_HOURS_SIZE];

	if (hours)
		bot_day_hours_write(hours, value);
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, hours ? value : NULL);
}

/* `now` is within the hours if they end before they begin again. */
int64_t bot_quiet_hours_end_in_zone(
	const struct bot_day_hours *hours, const char *zone, int64_t now)
{
	int64_t begin = bot_zone_next(zone, BOT_ZONE_ANY_DAY, hours->from, now);
	int64_t end = bot_zone_next(zone, BOT_ZONE_ANY_DAY, hours->to, now);

	return end < begin ? end : 0;
}

int64_t bot_quiet_hours_end(struct bot_host *host, const char *user)
{
	char zone[BOT_ZONE_SIZE];
	struct bot_day_hours hours;

	if (!bot_quiet_hours_get(host, user, &hours))
		return 0;
	bot_reader_zone(host, user, zone);
	return bot_quiet_hours_end_in_zone(&hours, zone, host->port->now(host->port->self));
}

/* Writes the ids in `all`, with spaces between them, of those who may ring now. */
static void choose_mentions(struct bot_host *host, const char *all, char *chosen)
{
	char user[BOT_ID_SIZE];
	struct bot_text text = bot_text_in(chosen, strlen(all) + 1);

	for (const char *id = all; *id; id += strspn(id, " ")) {
		size_t length = strcspn(id, " ");
		struct bot_text one = bot_text_in(user, sizeof(user));

		bot_text_add_bytes(&one, id, length);
		id += length;
		if (bot_quiet_hours_end(host, user) > 0)
			continue;
		bot_text_add(&text, text.used > 0 ? " " : "");
		bot_text_add(&text, user);
	}
}

static void hush_room(struct bot_host *host, struct bot_letter *letter)
{
	char *mentions = bot_scratch(strlen(letter->mentions) + 1);

	choose_mentions(host, letter->mentions, mentions);
	if (strcmp(mentions, letter->mentions) == 0)
		return;
	letter->mentions = *mentions ? mentions : NULL;
	letter->ring = *mentions ? BOT_RING : BOT_QUIET;
}

void bot_quiet_hours_hush(struct bot_host *host, struct bot_letter *letter)
{
	if (letter->ring == BOT_RING_NOW)
		letter->ring = BOT_RING;
	else if (letter->ring == BOT_RING && letter->private)
		letter->ring = bot_quiet_hours_end(host, letter->to) > 0 ? BOT_QUIET : BOT_RING;
	else if (letter->ring == BOT_RING && letter->mentions)
		hush_room(host, letter);
}
