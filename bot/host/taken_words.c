#include "bot/host/taken_words.h"

#include "bot/call/zone_names.h"
#include "bot/challenge/terms.h"
#include "bot/host/commands.h"
#include "bot/host/timed_words.h"
#include "bot/text/day_time.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PLACE_WORDS 3 /* the most words of a place, as in "rio de janeiro" */
#define PLACE_BYTES 4 /* the least: shorter names are also words */

/* Whether a command can take word `i`: a name, a number, what follows it, an option, a place. */
static bool is_taken(const struct bot_understood *understood, const char *const *typed, size_t i)
{
	const char *word = typed[i];

	if (word[0] == '@' || bot_day_time_is_part(word) ||
		(i > 0 && strpbrk(typed[i - 1], "0123456789")))
		return true;
	return (understood->rest >> i & 1) && !bot_words_has_sense(word, BOT_SENSE_OF_READER) &&
	       ((understood->unknown >> i & 1) || bot_words_find_english(word, strlen(word)));
}

/* Whether a word belongs to the number that follows it: "to 3", "until 24.12.". */
static bool is_before_number(const char *word, const char *next)
{
	static const char *const before[] = {"to", "until", "from", "every", NULL};

	return bot_words_mean_one_of(word, before) && bot_day_time_is_part(next);
}

/*
 * Adds the terms of matches that a sentence has, as "to 2" in "anyone up for a game to 2?". The
 * sentence is in words->data.
 */
static void add_terms(const char *const *typed, size_t count, struct bot_words *words)
{
	struct bot_words terms;

	if (!bot_words_split_known(&terms, typed, count))
		return;
	memcpy(words->data, terms.data, sizeof(words->data));
	for (size_t i = 0; i < terms.count; i++) {
		size_t at = i;

		if (!bot_challenge_find_term(&terms, &i))
			continue;
		for (; at <= i && words->count < BOT_WORDS; at++)
			words->word[words->count++] = words->data + (terms.word[at] - terms.data);
	}
}

/* Leaves only the place, of several words or one. Returns false if there is none. */
static bool keep_place(struct bot_words *words)
{
	char place[BOT_WORDS_SIZE];

	for (size_t count = PLACE_WORDS; count > 0; count--)
		for (size_t i = 0; i + count <= words->count; i++) {
			bot_words_join(words->word + i, count, place);
			if (strlen(place) < PLACE_BYTES || !bot_zone_names_has(place))
				continue;
			memmove(words->word, words->word + i, count * sizeof(words->word[0]));
			words->count = count;
			return true;
		}
	return false;
}

/* Blanks "time zone" in scripts without spaces: in Japanese it begins with the word for Thailand.
 */
static void blank_zone(char *text)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		const char *zone = bot_words_in_language("timezone", &bot_langs[i]);
		char *at = (zone[0] & 0x80) ? strstr(text, zone) : NULL;

		if (at)
			memset(at, ' ', strlen(zone));
	}
}

/* Likewise, in words of a script without spaces. */
static bool keep_unspaced_place(struct bot_words *words)
{
	char text[BOT_WORDS_SIZE];

	for (size_t i = 0; i < words->count; i++) {
		snprintf(text, sizeof(text), "%s", words->word[i]);
		blank_zone(text);
		const char *place =
			(text[0] & 0x80) || text[0] == ' ' ? bot_zone_names_in(text) : NULL;
		if (!place)
			continue;
		words->word[0] = place;
		words->count = 1;
		return true;
	}
	return false;
}

/* Adds the words that a reading takes. */
static void add_taken(const struct bot_understood *understood, const char *const *typed,
	size_t count, bool all, struct bot_words *words)
{
	for (size_t i = 0; i < count && words->count < BOT_WORDS; i++)
		if (all || is_taken(understood, typed, i) ||
			(i + 1 < count && is_before_number(typed[i], typed[i + 1])))
			words->word[words->count++] = typed[i];
}

const struct bot_command *bot_take_words(
	const struct bot_understood *understood, struct bot_words *words)
{
	const char *typed[BOT_WORDS];
	const bool timed = strchr(understood->command, '#'),
		   takes = timed || strchr(understood->command, '*');
	char name[BOT_READ_SIZE], *word = words->read;
	bool all = timed;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(understood->command, " "),
		understood->command);
	const struct bot_command *command = bot_command_find(name);
	if (understood->command[0] == '.')
		return command;
	if (timed)
		bot_timed_words_keep(words, command->terms);
	else if (strcmp(understood->command, "timezone *") == 0)
		all = keep_place(words) || keep_unspaced_place(words);
	const size_t count = words->count;
	memcpy(typed, words->word, count * sizeof(*typed));
	snprintf(words->read, sizeof(words->read), "%s", understood->command);
	words->count = 0;
	words->question = false;
	for (char *rest = NULL; (word = strtok_r(word, " ", &rest)); word = NULL)
		if (!strpbrk(word, "*#"))
			words->word[words->count++] = word;
	/* "every" of "night every" may be among the words, too. */
	const bool again = timed && count > 0 && words->count > 1 &&
			   strcasecmp(bot_words_in_english(typed[0]),
				   bot_words_in_english(words->word[words->count - 1])) == 0;
	if (takes)
		add_taken(understood, typed + again, count - again, all, words);
	else if (command->terms && !command->asks) /* which begins something */
		add_terms(typed, count, words);
	return command;
}
