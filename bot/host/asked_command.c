#include "bot/host/asked_command.h"

#include "bot/host/commands.h"
#include "bot/text/filler.h"
#include "bot/text/phrase.h"

#include <string.h>

/* The commands that answer the questions of bot/text/lang/. Other questions depend on the room. */
static const char *const answers[][2] = {
	[BOT_PHRASE_UNDO] = {"undo"},
	[BOT_PHRASE_GAMES] = {"games"},
	[BOT_PHRASE_BOARD] = {"board"},
	[BOT_PHRASE_HAND] = {"hand"},
	[BOT_PHRASE_ANALYSIS] = {"analysis"},
	[BOT_PHRASE_NIGHT] = {"night"},
	[BOT_PHRASE_RULES] = {"rules"},
	[BOT_PHRASE_RETURNED] = {"away", "never"},
	[BOT_PHRASE_CHALLENGE] = {"help", "challenge"},
	[BOT_PHRASE_QUIET] = {"help", "quiet"},
	[BOT_PHRASE_PRIVACY] = {"privacy"},
	[BOT_PHRASE_RESIGN] = {"help", "resign"},
	[BOT_PHRASE_ZONE] = {"timezone"},
	[BOT_PHRASE_LANGUAGE] = {"language"},
	[BOT_PHRASE_ABOUT] = {"about"},
	[BOT_PHRASE_PRACTICE] = {"practice"},
	[BOT_PHRASE_LEARN] = {"learn"},
	[BOT_PHRASE_LINK] = {"link"},
	[BOT_PHRASE_REMATCH] = {"rematch"},
	[BOT_PHRASE_ACCEPT] = {"accept"},
	[BOT_PHRASE_GIVE_UP] = {"resign"},
	[BOT_PHRASE_SIGN_OFF] = {"night", "leave"},
};

/* Makes the words a command of one or two words; `second` may be NULL. */
static const struct bot_command *rewrite(
	struct bot_words *words, const char *first, const char *second)
{
	words->word[0] = first;
	words->word[1] = second;
	words->count = second ? 2 : 1;
	words->question = false;
	return bot_command_find(first);
}

/* Whether the command is a verb that another one can follow, as in "start a tournament". */
static bool is_verb(const struct bot_command *command)
{
	return strcmp(command->names[0], "start") == 0 || strcmp(command->names[0], "stop") == 0;
}

/*
 * Returns the first command after the first word, or NULL. An article is no letter of a choice, and
 * a game or a match is something to play, not a list. A verb counts only without another command.
 */
static const struct bot_command *find_named(const struct bot_words *words)
{
	const struct bot_command *verb = NULL;

	for (size_t i = 1; i < words->count; i++) {
		const struct bot_command *found = bot_command_find(words->word[i]);

		if (!found || strcmp(found->names[0], "a") == 0 ||
			strcmp(found->names[0], "games") == 0)
			continue;
		if (!is_verb(found))
			return found;
		verb = verb ? verb : found;
	}
	return verb;
}

/* Whether the words ask how to do something, or what a word means. */
static bool ask_for_explanation(const struct bot_words *words)
{
	if (!bot_words_mean(words->word[0], "what"))
		return true;
	for (size_t i = 1; i < words->count; i++)
		if (bot_words_mean(words->word[i], "how") ||
			bot_words_mean(words->word[i], "rules"))
			return true;
	return false;
}

/*
 * A question that begins with "how" or "what" and names a command: explains this command, or runs
 * it if that already answers, as in "when is the next night?".
 */
static const struct bot_command *answer_about_named(struct bot_words *words)
{
	const struct bot_command *found = find_named(words);

	if (!found ||
		(!bot_words_mean(words->word[0], "how") && !bot_words_mean(words->word[0], "what")))
		return NULL;
	const char *name = found->names[0];
	bool shows = strcmp(name, "rules") == 0 || (found->asks && !ask_for_explanation(words));
	return rewrite(words, shows ? name : "help", shows ? NULL : name);
}

/* Drops the words before the word `at`, and returns its command or NULL. */
static const struct bot_command *begin_at(struct bot_words *words, size_t at)
{
	if (at >= words->count)
		return NULL;
	bot_words_drop(words, at);
	return bot_command_find(words->word[0]);
}

/*
 * Puts the last word before "until" in "ich bin bis freitag weg", as in "I am away until friday".
 */
static void put_away_first(struct bot_words *words)
{
	const size_t last = words->count - 1;
	size_t at = 1;

	if (!bot_words_mean(words->word[last], "away"))
		return;
	while (at < last && !bot_words_mean(words->word[at], "to"))
		at++;
	if (at == last || at > 2)
		return;
	const char *away = words->word[last];
	memmove(words->word + at + 1, words->word + at, (last - at) * sizeof(words->word[0]));
	words->word[at] = away;
}

/* Drops the words before "away" in "I am away until friday", which is no question. */
static const struct bot_command *find_away(struct bot_words *words)
{
	size_t at = 1;

	if (words->question || !bot_words_has_sense(words->word[0], BOT_SENSE_WRITER))
		return NULL;
	put_away_first(words);
	while (at <= 2 && at < words->count && !bot_words_mean(words->word[at], "away")) {
		if (bot_words_has_sense(words->word[at], BOT_SENSE_NOT))
			return NULL;
		at++;
	}
	return at > 2 ? NULL : begin_at(words, at);
}

/* Drops the words before the zone in "time zone paris" and "my timezone is paris". */
static const struct bot_command *find_zone(struct bot_words *words)
{
	size_t at = 0;

	if (words->question || bot_words_mean(words->word[0], "what") ||
		bot_words_mean(words->word[0], "how"))
		return NULL;
	while (at <= 2 && at < words->count && !bot_words_mean(words->word[at], "timezone"))
		at++;
	return at > 2 ? NULL : begin_at(words, at);
}

/* Drops the words before the command in "I'd like to challenge bob" and "let's practise". */
static const struct bot_command *find_wished(struct bot_words *words)
{
	const size_t opening = bot_filler_count(words);

	if (words->question || opening == 0 || opening >= words->count)
		return NULL;
	const struct bot_command *found = bot_command_find(words->word[opening]);
	if (!found || found->acts || strcmp(found->names[0], "a") == 0 ||
		words->count - opening > found->words)
		return NULL;
	(void)begin_at(words, opening);
	return found;
}

/* Returns the command that answers a sentence of few words, or NULL. */
static const struct bot_command *answer_phrase(struct bot_words *words, enum bot_phrase phrase)
{
	if (phrase >= sizeof(answers) / sizeof(answers[0]) || !answers[phrase][0])
		return NULL;
	return rewrite(words, answers[phrase][0], answers[phrase][1]);
}

/*
 * Makes `clause` the words from `at` on, as many as a short sentence has. Returns false if no
 * question begins there. At the beginning, any word may begin one.
 */
static bool cut_clause(const struct bot_words *words, size_t at, struct bot_words *clause)
{
	size_t left = words->count - at;

	clause->count = left < BOT_PHRASE_WORDS ? left : BOT_PHRASE_WORDS;
	memcpy(clause->word, words->word + at, clause->count * sizeof(words->word[0]));
	return at == 0 || bot_words_mean(words->word[at], "how") ||
	       bot_words_mean(words->word[at], "what");
}

static void take_clause(struct bot_words *words, const struct bot_words *clause)
{
	words->count = clause->count;
	words->question = false;
	memcpy(words->word, clause->word, clause->count * sizeof(clause->word[0]));
}

/* "How can I attack my opponent?" does not ask who that is, nor what to play. */
static bool is_about_action(enum bot_phrase phrase, const struct bot_words *clause)
{
	bool is_wide = phrase == BOT_PHRASE_GAMES || phrase == BOT_PHRASE_HAND;
	const struct bot_command *named = is_wide ? find_named(clause) : NULL;

	return named && named->acts;
}

/*
 * Answers a long sentence, such as "could you please tell me how I can see my cards again?". Its
 * question is the part from a word on with which questions begin. First takes the first part that
 * asks a known question; what only says something of its writer is not read. Otherwise takes the
 * last part that names a command, because what stands before it may only be polite.
 */
static const struct bot_command *answer_long(struct bot_words *words)
{
	struct bot_words clause = {0};

	for (size_t at = 0; at < words->count; at++) {
		if (!cut_clause(words, at, &clause))
			continue;
		enum bot_phrase phrase = bot_phrase_find(&clause);
		if (phrase == BOT_PHRASE_NONE || bot_phrase_is_statement(phrase) ||
			is_about_action(phrase, &clause))
			continue;
		take_clause(words, &clause);
		return answer_phrase(words, phrase);
	}
	for (size_t at = words->count; at > 0; at--) {
		const struct bot_command *found =
			cut_clause(words, at - 1, &clause) ? answer_about_named(&clause) : NULL;

		if (found) {
			take_clause(words, &clause);
			return found;
		}
	}
	return NULL;
}

const struct bot_command *bot_asked_command_find(struct bot_words *words)
{
	enum bot_phrase phrase = bot_phrase_find(words);
	const struct bot_command *said = find_away(words);

	if (!said)
		said = find_zone(words);
	if (!said && phrase == BOT_PHRASE_NONE)
		said = find_wished(words);
	if (said)
		return said;
	if (words->count > BOT_PHRASE_WORDS)
		return answer_long(words);
	if (phrase == BOT_PHRASE_NONE || is_about_action(phrase, words))
		return answer_about_named(words);
	return answer_phrase(words, phrase);
}
