#include "bot/host/competition_words.h"

#include "bot/competition/own_competition.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/weekly.h"
#include "bot/host/commands.h"
#include "bot/text/phrase.h"

#include <string.h>
#include <strings.h>

/* Whether a word, in any language, is the name of a command for competitions. */
static bool is_kind(const char *word)
{
	const char *english = bot_words_in_english(word);

	return strcasecmp(english, "night") == 0 || strcasecmp(english, "season") == 0;
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
	static const char *const verbs[] = {
		"join", "leave", "start", "pause", "resume", "stop", "cancel", "postpone", "play"};

	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (bot_words_mean(word, verbs[i]))
			return true;
	return false;
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
 * Makes "season rules" and "season help" the commands that explain the season. The first word is
 * the name of a competition.
 */
static void turn_round(struct bot_words *words)
{
	const char *kind = words->word[0];

	if (words->count != 2 || (!bot_words_mean(words->word[1], "rules") &&
					 !bot_words_mean(words->word[1], "help")))
		return;
	words->word[0] = words->word[1];
	words->word[1] = kind;
}

/* Most commands name no competition, so this looks for the name first. */
void bot_competition_words_order(struct bot_words *words)
{
	size_t at = 1;

	shorten_name(words);
	join_sign(words, 0);
	join_sign(words, 1);
	if (words->count < 2)
		return;
	if (is_kind(words->word[0])) {
		turn_round(words);
		return;
	}
	while (at < words->count && !is_kind(words->word[at]))
		at++;
	if (at == words->count)
		return;
	bool fresh = is_new(words->word[0]);
	for (size_t i = 1; i < at; i++) {
		bool new = is_new(words->word[i]);

		if (!new && !is_filler(words->word[i]))
			return;
		fresh = fresh || new;
	}
	if (fresh || bot_words_has_sense(words->word[0], BOT_SENSE_OPEN))
		remove_words(words, 0, at);
	else if (is_verb(words->word[0]))
		put_first(words, at);
	else if (bot_words_mean(words->word[0], "rules") || bot_words_mean(words->word[0], "help"))
		remove_words(words, 1, at - 1);
}

/* Makes the call one of `night`, `night next`, `season` or `games`. */
static void set_command(struct bot_call *call, const char *name, bool next)
{
	call->words.word[0] = name;
	call->words.word[1] = "next";
	call->words.count = next ? 2 : 1;
	call->command = bot_command_find(name);
}

/* Whether a competition of this kind goes on and, if somebody wants to join, has room for them. */
static bool is_likely(const struct bot_call *call, enum bot_competition_kind kind, bool joins)
{
	struct bot_competition competition;

	if (call->message->private || !joins)
		return bot_competition_goes_on(call, kind);
	return bot_competition_find_live(call, kind, &competition) &&
	       competition.stage < BOT_STAGE_POOLS;
}

/*
 * Whether the words are only "join" or "leave", perhaps with "in" and the name of a room. An
 * admin's "leave" has more words (bot/admin/).
 */
static bool is_bare_entry(const struct bot_call *call, bool *joins)
{
	const struct bot_words *words = &call->words;

	if (words->id != 0 || words->count == 0 || words->count == BOT_WORDS ||
		bot_own_competition_words(words) != 1)
		return false;
	*joins = bot_words_mean(words->word[0], "join");
	return *joins || bot_words_mean(words->word[0], "leave");
}

/* Makes "join" and "leave" the command of the night or the season, if only one can be meant. */
static void read_entry(struct bot_call *call, bool joins)
{
	struct bot_words *words = &call->words;

	bool night = is_likely(call, BOT_KIND_NIGHT, joins);
	bool season = is_likely(call, BOT_KIND_SEASON, joins);
	if (joins && !night && !season)
		night = bot_weekly_is_held(call);
	if (night == season)
		return;
	memmove(words->word + 1, words->word, words->count * sizeof(words->word[0]));
	words->word[0] = night ? "night" : "season";
	words->count++;
	call->command = bot_command_find(words->word[0]);
}

static bool names_season(const struct bot_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (bot_words_mean(words->word[i], "season"))
			return true;
	return false;
}

void bot_competition_phrase_read(struct bot_call *call)
{
	enum bot_phrase phrase = bot_phrase_find(&call->words);
	bool night = false, season = false, joins;

	if (is_bare_entry(call, &joins)) {
		read_entry(call, joins);
		return;
	}
	bool turn = phrase == BOT_PHRASE_TURN, next = phrase == BOT_PHRASE_NEXT;
	if (!turn && !next && phrase != BOT_PHRASE_BOUTS && phrase != BOT_PHRASE_TABLE)
		return;
	if (!names_season(&call->words))
		night = bot_competition_goes_on(call, BOT_KIND_NIGHT);
	if (!night && !turn)
		season = bot_competition_goes_on(call, BOT_KIND_SEASON);
	if (season)
		set_command(call, "season", false);
	else if (night)
		set_command(call, "night", phrase != BOT_PHRASE_TABLE);
	else if (turn || next)
		set_command(call, "games", false);
	else if (bot_weekly_is_held(call))
		set_command(call, "night", false);
}
