#include "bot/host/competition_words.h"

#include "bot/text/day_time.h"

#include <string.h>
#include <strings.h>

/* Whether a word, in any language, is the name of a command for competitions. */
static bool is_kind(const char *word)
{
	const char *english = bot_words_in_english(word);

	return strcasecmp(english, "night") == 0 || strcasecmp(english, "season") == 0 ||
	       strcasecmp(english, "team") == 0;
}

static bool is_one_of(const char *word, const char *const *list)
{
	while (*list && strcasecmp(word, *list) != 0)
		list++;
	return *list != NULL;
}

/* Articles and prepositions mean nothing. */
static bool is_filler(const char *word)
{
	static const char *const prepositions[] = {
		"in", "en", "to", "beim", "aan", "alla", "dalla", "\u00E0", NULL};

	return bot_words_mean(word, "the") || bot_words_mean(word, "a") ||
	       bot_words_mean(word, "one") || bot_words_mean(word, "of") ||
	       bot_words_mean(word, "for") || is_one_of(word, prepositions);
}

/* The command `season` opens a season, so "new season" is the same as "season". */
static bool is_new(const char *word)
{
	return bot_words_has_sense(word, BOT_SENSE_NEW);
}

static bool is_verb(const char *word)
{
	static const char *const verbs[] = {"join", "leave", "start", "pause", "resume", "stop",
		"cancel", "postpone", "play", NULL};

	return bot_words_mean_one_of(word, verbs);
}

static void remove_words(struct bot_words *words, size_t at, size_t count)
{
	words->count -= count;
	memmove(words->word + at, words->word + at + count,
		(words->count - at) * sizeof(words->word[0]));
}

/* Makes the whole name of a night one word: "club night", "velada de esgrima". */
static void shorten_name(struct bot_words *words)
{
	static const char *const befores[] = {"de", "di", NULL};
	static const char *const ends[] = {"d'escrime", "esgrima", "scherma", NULL};
	size_t at = 0;

	while (at < words->count && !bot_words_mean(words->word[at], "night"))
		at++;
	size_t next = at + 1;
	next += next < words->count && is_one_of(words->word[next], befores);
	if (next < words->count && is_one_of(words->word[next], ends))
		remove_words(words, at + 1, next - at);
	if (at > 0 && at < words->count && strcasecmp(words->word[at - 1], "club") == 0)
		remove_words(words, at - 1, 1);
}

/* Makes "sign up", "sign me up" and "sign out" one word. */
static void join_sign(struct bot_words *words, size_t at)
{
	size_t next = at + 1;

	if (next >= words->count || !bot_words_match(words->word[at], "sign"))
		return;
	next += next + 1 < words->count && bot_words_mean(words->word[next], "me");
	bool up = bot_words_match(words->word[next], "up");
	if (!up && !bot_words_match(words->word[next], "out"))
		return;
	words->word[at] = up ? "join" : "leave";
	remove_words(words, at + 1, next - at);
}

/* Puts the name of the competition, the word `at`, before the first word. */
static void put_first(struct bot_words *words, size_t at)
{
	const char *verb = words->word[0];

	words->word[0] = words->word[at];
	words->word[1] = verb;
	if (at > 1)
		remove_words(words, 2, at - 1);
}

/*
 * Makes "season rules" and "season help" the commands that explain the season; of a team match,
 * `help` says everything. The first word is the name of a competition.
 */
static void turn_round(struct bot_words *words)
{
	const char *kind = words->word[0];

	if (words->count != 2 || (!bot_words_mean(words->word[1], "rules") &&
					 !bot_words_mean(words->word[1], "help")))
		return;
	words->word[0] = bot_words_mean(kind, "team") ? "help" : words->word[1];
	words->word[1] = kind;
}

/* Whether a word from `at` on is a time, as in "start a club night at 9pm", which opens one. */
static bool names_time(const struct bot_words *words, size_t at)
{
	while (at < words->count && !bot_day_time_is_part(words->word[at]))
		at++;
	return at < words->count;
}

/* Returns the place of the first word from `at` on that names a competition, or words->count. */
static size_t find_kind(const struct bot_words *words, size_t at)
{
	while (at < words->count && !is_kind(words->word[at]))
		at++;
	return at;
}

/* Most commands name no competition, so this looks for the name first. */
void bot_competition_words_order(struct bot_words *words)
{
	bool named = find_kind(words, 0) < words->count;

	if (named)
		shorten_name(words);
	join_sign(words, 0);
	join_sign(words, 1);
	if (!named || words->count < 2)
		return;
	if (is_kind(words->word[0])) {
		turn_round(words);
		return;
	}
	size_t at = find_kind(words, 1);
	if (at == words->count)
		return;
	bool fresh = is_new(words->word[0]);
	for (size_t i = 1; i < at; i++) {
		bool new = is_new(words->word[i]);

		if (!new && !is_filler(words->word[i]))
			return;
		fresh = fresh || new;
	}
	if (fresh || bot_words_has_sense(words->word[0], BOT_SENSE_OPEN) ||
		(bot_words_mean(words->word[0], "start") && names_time(words, at + 1)))
		remove_words(words, 0, at);
	else if (is_verb(words->word[0]))
		put_first(words, at);
	else if (bot_words_mean(words->word[0], "rules") || bot_words_mean(words->word[0], "help"))
		remove_words(words, 1, at - 1);
}
