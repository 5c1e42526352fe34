#include "bot/host/timed_words.h"

#include "bot/challenge/terms.h"
#include "bot/text/date.h"
#include "bot/text/day_time.h"
#include "bot/text/page.h"
#include "bot/text/spelled_number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NUMBER_SIZE 8 /* bytes for the digits of an hour, with the NUL */
#define DIGITS      "0123456789"
#define APART_MOST  3 /* words between "8" and "evening", as in "8 de la noche" */

/* Whether the word is small, and belongs to a time that follows it. */
static bool is_small(const char *word)
{
	static const char *const meanings[] = {"every", "in", "next", NULL};

	return bot_day_time_is_small(word) || bot_words_mean_one_of(word, meanings);
}

static bool is_unit(const char *word)
{
	static const char *const meanings[] = {
		"minute", "hour", "day", "week", "month", "half", NULL};

	return bot_words_mean_one_of(word, meanings);
}

/* Whether the word may follow the number of an hour or of a length. */
static bool is_after_number(const char *word)
{
	return bot_day_time_follows_hour(word) || is_unit(word);
}

/* Whether the word is a time or a term by itself. */
static bool is_time(const char *word)
{
	static const char *const meanings[] = {"now", "tonight", NULL};

	return bot_day_time_is_part(word) || bot_words_mean_one_of(word, meanings);
}

/* Returns the hour of "8" and "eight", or -1. */
static int read_hour(const char *word)
{
	int64_t hour;

	char digits[NUMBER_SIZE] = "";
	const size_t count = strspn(word, DIGITS);

	/* "8h" */
	memcpy(digits, word, count < sizeof(digits) ? count : 0);
	if ((!word[count] || strcasecmp(word + count, "h") == 0) &&
		bot_words_number(digits, 24, &hour))
		return (int)hour;
	const int spelled = bot_spelled_number(word);
	return spelled > 0 && spelled <= 24 ? spelled : -1;
}

/* Returns "am" or "pm" if the word `i` says in which half of the day the hour is, else NULL. */
static const char *find_half(const struct bot_words *words, size_t i, int hour)
{
	const char *word = words->word[i];

	/* The Spanish word for "tomorrow" is the morning only behind an article. */
	if (bot_words_has_sense(word, BOT_SENSE_MORNING) &&
		(!bot_words_mean(word, "tomorrow") ||
			(i > 0 && bot_words_mean(words->word[i - 1], "the"))))
		return "am";
	if (bot_words_has_sense(word, BOT_SENSE_NIGHT))
		return hour == BOT_NOON || hour < BOT_NIGHT_ENDS ? "am" : "pm";
	return bot_words_has_sense(word, BOT_SENSE_EVENING) ? "pm" : NULL;
}

/*
 * Finds the half of the day that stands behind the hour at `i`, or before it: the morning, or any
 * where people write no spaces. *next becomes the word after it.
 */
static const char *find_half_beside(const struct bot_words *words, size_t i, int hour, size_t *next)
{
	size_t before = i;

	while (before > 0 && is_small(words->word[before - 1])) /* "morgen früh um acht" */
		before--;
	const char *first = before > 0 ? words->word[before - 1] : "";
	const char *half = (first[0] & 0x80) || bot_words_has_sense(first, BOT_SENSE_MORNING)
				   ? find_half(words, before - 1, hour)
				   : NULL;

	for (size_t at = i + 1; !half && at < words->count && at <= i + 1 + APART_MOST; at++) {
		half = find_half(words, at, hour);
		if (half)
			*next = at + 1;
		else if (!is_small(words->word[at]) && !is_after_number(words->word[at]))
			break;
	}
	return half;
}

/*
 * Finds a half hour at the hour `i`: "halb neun", "half past eight", "ocho y media". Returns by how
 * many minutes it moves the hour. *next becomes the word after it.
 */
static int find_half_hour(const struct bot_words *words, size_t i, size_t *next)
{
	const bool joined = i + 1 < words->count && bot_words_mean(words->word[i + 1], "and");

	if (i > 0 && bot_words_mean(words->word[i - 1], "half"))
		return i > 1 && bot_words_match(words->word[i - 2], "at") ? 30 : -30;
	if (i > 1 && bot_words_match(words->word[i - 1], "past") &&
		bot_words_mean(words->word[i - 2], "half"))
		return 30;
	const bool unit = !joined && i + 1 < words->count && /* Japanese */
			  bot_day_time_follows_hour(words->word[i + 1]);
	const size_t half = i + 1 + joined + unit;
	if (half >= words->count || !bot_words_mean(words->word[half], "half"))
		return 0;
	*next = half + 1;
	return 30;
}

/* Adds the hour or the number at `i`, which may begin a club night. Returns the word after it. */
static size_t add_hour(
	const struct bot_words *words, size_t i, int hour, bool terms, struct bot_text *text)
{
	size_t next = i + 1;
	const int moved = find_half_hour(words, i, &next);
	const int minute = (hour * 60 + moved + 24 * 60) % (24 * 60);
	const bool halves = minute >= 60 && minute < (BOT_NOON + 1) * 60;
	const char *half = halves ? find_half_beside(words, next - 1, minute / 60, &next) : NULL;

	bot_text_add(text, " ");
	if (!moved && !half && isdigit((unsigned char)words->word[i][0])) { /* perhaps "20h" */
		bot_text_add(text, words->word[i]);
		return next;
	}
	if (!half && moved && terms && halves && minute / 60 <= BOT_EVENING_LAST)
		half = "pm";
	bot_text_add_number(text, minute / 60);
	bot_text_add(text, moved ? ":30" : "");
	bot_text_add(text, half ? half : "");
	return next;
}

static bool has_digit(const struct bot_words *words, size_t i)
{
	return i < words->count && strpbrk(words->word[i], DIGITS);
}

static bool is_number(const struct bot_words *words, size_t i)
{
	return has_digit(words, i) || (i < words->count && bot_spelled_number(words->word[i]) > 0);
}

/* Whether the word `i` is a number of the unit that follows it, as in "20 minutes". */
static bool counts_unit(const struct bot_words *words, size_t i)
{
	return i + 1 < words->count && is_unit(words->word[i + 1]) && is_number(words, i);
}

/*
 * Whether the small word `i` is to be left out: "in" without a length, "of 4 weeks", "auf 4
 * Wochen", the "la" of "plus là jusqu'à mardi".
 */
static bool is_left_out(const struct bot_words *words, size_t i)
{
	static const char *const before_others[] = {"the", "a", "of", "and", NULL};
	const char *word = words->word[i], *next = i + 1 < words->count ? words->word[i + 1] : "";

	if (bot_words_mean(word, "in")) /* "in 20h", "in 20 minutes" */
		return !counts_unit(words, i + 1) &&
		       (!isdigit((unsigned char)next[0]) || !next[strspn(next, DIGITS)]);
	if (bot_words_has_sense(word, BOT_SENSE_FROM) || bot_words_has_sense(word, BOT_SENSE_TO))
		return counts_unit(words, i + 1) && !bot_words_mean(words->word[i + 2], "hour");
	return bot_words_mean_one_of(word, before_others) &&
	       (bot_words_mean(next, "to") || bot_words_has_sense(next, BOT_SENSE_FROM));
}

/* Whether a time, a unit or a month follows the small words from `i` on. */
static bool leads_to_time(const struct bot_words *words, size_t i)
{
	while (i < words->count &&
		(is_small(words->word[i]) || bot_words_mean(words->word[i], "on")))
		i++;
	return i < words->count && (is_time(words->word[i]) || is_unit(words->word[i]) ||
					   bot_spelled_number(words->word[i]) > 0 ||
					   bot_words_has_sense(words->word[i], BOT_SENSE_NOON) ||
					   bot_words_has_sense(words->word[i], BOT_SENSE_MIDNIGHT));
}

/* Whether the word `i` belongs to a time beside it. */
static bool is_beside_time(const struct bot_words *words, size_t i)
{
	const char *word = words->word[i];

	if (is_small(word))
		return (leads_to_time(words, i + 1) && !is_left_out(words, i)) ||
		       (i > 0 && bot_words_mean(word, "next") && /* "vendredi prochain" */
			       (bot_day_time_is_part(words->word[i - 1]) ||
				       is_unit(words->word[i - 1])));
	if (i > 0 && is_after_number(word) && is_number(words, i - 1))
		return true;
	if (bot_words_mean(word, "half") && i + 1 < words->count &&
		(read_hour(words->word[i + 1]) >= 0 || bot_words_match(words->word[i + 1], "past")))
		return false;
	if (is_unit(word))
		return (i > 0 && (is_small(words->word[i - 1]) || is_unit(words->word[i - 1]) ||
					 bot_day_time_is_part(words->word[i - 1]))) ||
		       (i + 1 < words->count && bot_words_mean(words->word[i + 1], "next"));
	if (i > 0 && bot_words_mean(word, "night")) /* "friday night" */
		return bot_day_time_is_part(words->word[i - 1]) && !is_number(words, i - 1);
	const size_t small = i > 1 && is_small(words->word[i - 1]); /* "20 de enero" */
	return ((i > 0 && has_digit(words, i - 1 - small)) || has_digit(words, i + 1)) &&
	       bot_month_read(word) > 0;
}

/* Adds the words from `i` on that are a time or a term. Returns the next one, or `i` for others. */
static size_t add_time(const struct bot_words *words, size_t i, bool terms, struct bot_text *text)
{
	const int hour = read_hour(words->word[i]);
	const bool noon = bot_words_has_sense(words->word[i], BOT_SENSE_NOON);
	size_t last = i;

	if (noon || bot_words_has_sense(words->word[i], BOT_SENSE_MIDNIGHT)) {
		bot_text_add(text, noon ? " 12:00" : " 0:00");
		return i + 1;
	}
	if (hour >= 0)
		return add_hour(words, i, hour, terms, text);
	static const char *const options[] = {"third", "place", NULL};
	const bool option = terms && bot_words_mean_one_of(words->word[i], options);
	/* "time" alone is no clock. */
	const bool alone = bot_words_mean(words->word[i], "clock") && !has_digit(words, i + 1);
	if (!option && !is_time(words->word[i]) && !is_beside_time(words, i) &&
		(!terms || alone || !bot_challenge_find_term(words, &last)))
		return i;
	for (; i <= last; i++) {
		bot_text_add(text, " ");
		bot_text_add(text, words->word[i]);
	}
	return i;
}

/* Whether a word changes a time in a way that the bot can't read, as "quarter" does. */
static bool is_vague(const struct bot_words *words)
{
	bool vague = false;

	for (size_t i = 0; i < words->count; i++)
		vague = vague || bot_words_has_sense(words->word[i], BOT_SENSE_VAGUE);
	return vague;
}

void bot_timed_words_keep(struct bot_words *words, bool terms)
{
	char kept[BOT_WORDS_SIZE];
	struct bot_text text = bot_text_in(kept, sizeof(kept));
	struct bot_words parts;
	const bool read =
		!is_vague(words) && bot_words_split_known(&parts, words->word, words->count);

	for (size_t i = 0; read && i < parts.count;) {
		const size_t next = add_time(&parts, i, terms, &text);

		i = next > i ? next : i + 1;
	}
	if (text.cut || !bot_words_split(words, kept))
		words->count = 0;
}
