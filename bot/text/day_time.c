#include "bot/text/day_time.h"

#include "bot/text/page.h"
#include "bot/text/spelled_number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HOURS           24
#define MINUTES         60
#define FIRST_SURE_HOUR 13 /* from this number on, "20h" is a time of day and no length */

static bool word_means(const struct bot_words *words, size_t i, const char *english)
{
	return i < words->count && bot_words_mean(words->word[i], english);
}

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

bool bot_named_day_read(const struct bot_words *words, size_t *i, struct bot_named_day *day)
{
	struct bot_named_day read;
	size_t at = *i + (word_means(words, *i, "the") || word_means(words, *i, "on"));
	const bool before = word_means(words, at, "next");

	at += before;
	if (at >= words->count)
		return false;
	const bool tonight = word_means(words, at, "tonight");
	bool relative = true;
	if (tonight || word_means(words, at, "today"))
		read.day = BOT_DAY_TODAY;
	else if (word_means(words, at, "tomorrow"))
		read.day = BOT_DAY_TOMORROW;
	else
		relative = false;
	if (relative ? before : !read_weekday(words->word[at], &read.day))
		return false;
	at++;
	const bool behind = !relative && !before && word_means(words, at, "next"); /* "prochain" */
	at += behind;
	read.next = before || behind;
	const bool night = word_means(words, at, "night");
	at += night;
	read.evening = tonight || night;
	*day = read;
	*i = at;
	return true;
}

/* Times of day */

/* Reads one or two digits. Returns where they end, or NULL if there are none or more. */
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
static bool read_half(const char *word, struct bot_day_time *time)
{
	bool after = strcasecmp(word, "pm") == 0 || strcasecmp(word, "p.m") == 0;

	if (!after && strcasecmp(word, "am") != 0 && strcasecmp(word, "a.m") != 0)
		return false;
	if (time->hour < 1 || time->hour > BOT_NOON || time->half)
		return false;
	time->hour = time->hour % BOT_NOON + (after ? BOT_NOON : 0);
	time->half = time->exact = time->sure = true;
	return true;
}

/* Reads what may follow the hour: "Uhr", "o'clock", "h", or the word for hours. */
static bool read_unit(const char *word, struct bot_day_time *time)
{
	if (bot_words_mean(word, "clock") || strcasecmp(word, "o'clock") == 0) {
		time->sure = true;
		return true;
	}
	if (strcasecmp(word, "h") != 0 && !bot_words_mean(word, "hour"))
		return false;
	time->sure = time->sure || time->hour >= FIRST_SURE_HOUR;
	return true;
}

/* Reads the time in one word. */
static bool read_word(const char *word, struct bot_day_time *time)
{
	*time = (struct bot_day_time){.exact = word[0] == '0'};
	const char *rest = read_digits(word, &time->hour);
	if (!rest)
		return false;
	if (*rest && strchr(":.hH", *rest) && isdigit((unsigned char)rest[1])) {
		const char *minutes = rest + 1;

		rest = read_digits(minutes, &time->minute);
		if (!rest || rest != minutes + 2)
			return false;
		time->exact = time->sure = true;
	}
	if (*rest && !read_half(rest, time) && !read_unit(rest, time))
		return false;
	return time->minute < MINUTES && time->hour * MINUTES + time->minute <= HOURS * MINUTES;
}

bool bot_day_time_read(const struct bot_words *words, size_t *i, struct bot_day_time *time)
{
	struct bot_day_time read;

	if (*i >= words->count || !read_word(words->word[*i], &read))
		return false;
	++*i;
	if (*i < words->count &&
		(read_half(words->word[*i], &read) || read_unit(words->word[*i], &read)))
		++*i;
	*time = read;
	return true;
}

bool bot_day_time_is_part(const char *word)
{
	int day;

	return read_weekday(word, &day) || bot_words_mean(word, "today") ||
	       bot_words_mean(word, "tomorrow") || strpbrk(word, "0123456789") ||
	       bot_spelled_number(word) > 0;
}

bool bot_day_time_follows_hour(const char *word)
{
	struct bot_day_time any = {.hour = 1};

	return read_half(word, &any) || read_unit(word, &any);
}

bool bot_day_is_small(const char *word)
{
	static const char *const meanings[] = {"the", "of", "a", NULL};

	return bot_words_mean_one_of(word, meanings) || bot_words_has_sense(word, BOT_SENSE_FROM) ||
	       bot_words_has_sense(word, BOT_SENSE_TO);
}

bool bot_day_time_is_small(const char *word)
{
	static const char *const meanings[] = {"to", "by", "all", "and", NULL};

	return bot_day_is_small(word) || bot_words_mean_one_of(word, meanings);
}

/* Hours of the day */

bool bot_day_hours_is_filler(const char *word)
{
	return bot_day_time_is_small(word) || bot_words_mean(word, "hour") ||
	       bot_words_mean(word, "clock");
}

/* Splits the words from word[first] on at dashes, too: "22-8" becomes "22 - 8". */
static bool split_at_dashes(const struct bot_words *words, size_t first, struct bot_words *parts)
{
	char spaced[BOT_WORDS_SIZE];
	struct bot_text text = bot_text_in(spaced, sizeof(spaced));

	for (size_t i = first; i < words->count; i++) {
		const char *at = words->word[i];

		bot_text_add(&text, " ");
		for (; *at; at++) {
			bot_text_add(&text, *at == '-' ? " - " : "");
			bot_text_add_bytes(&text, at, *at != '-');
		}
	}
	return !text.cut && bot_words_split(parts, spaced);
}

/* Skips fillers and, between two times, dashes. Returns whether there was one. */
static bool skip(const struct bot_words *words, bool dashes, size_t *i)
{
	const size_t first = *i;

	while (*i < words->count && (bot_day_hours_is_filler(words->word[*i]) ||
					    (dashes && strcmp(words->word[*i], "-") == 0)))
		++*i;
	return *i > first;
}

static int find_minute(const struct bot_day_time *time)
{
	return (time->hour * MINUTES + time->minute) % (HOURS * MINUTES);
}

/* Returns the beginning of hours of which only the end has a half: 18:00 of "6-11pm". */
static int guess_half(int from, int to)
{
	if (from < MINUTES || from >= (BOT_NOON + 1) * MINUTES)
		return from;
	int morning = from % (BOT_NOON * MINUTES), evening = morning + BOT_NOON * MINUTES;
	if (to < BOT_NOON * MINUTES)
		return morning < to ? morning : evening;
	return evening < to ? evening : morning;
}

bool bot_day_hours_read(const struct bot_words *words, size_t first, struct bot_day_hours *hours)
{
	struct bot_words parts;
	struct bot_day_time from, to;
	size_t i = 0;

	if (!split_at_dashes(words, first, &parts))
		return false;
	skip(&parts, false, &i);
	if (!bot_day_time_read(&parts, &i, &from) || !skip(&parts, true, &i) ||
		!bot_day_time_read(&parts, &i, &to))
		return false;
	skip(&parts, false, &i);
	struct bot_day_hours read = {find_minute(&from), find_minute(&to)};
	if (to.half && !from.half)
		read.from = guess_half(read.from, read.to);
	if (i < parts.count || read.from == read.to)
		return false;
	*hours = read;
	return true;
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
