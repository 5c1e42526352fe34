#include "bot/host/command_words.h"

#include "bot/call/answer.h"
#include "bot/challenge/terms.h"
#include "bot/commands/command.h"
#include "bot/host/commands.h"
#include "bot/host/competition_words.h"
#include "bot/host/taken_words.h"
#include "bot/host/unnamed.h"
#include "bot/play/plan.h"
#include "bot/text/day_time.h"
#include "bot/text/pattern.h"
#include "bot/text/plain.h"
#include "bot/text/vocabulary.h"
#include "bot/understand/sentence.h"
#include "bot/understand/spoken_action.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The most words of a mistyped command, or of one with words that it can't take. */
#define SENTENCE_SHORT 8

/* The fewest words of a sentence that begins with the name of another command. */
#define SENTENCE_LEAST 3

/* At so many places the bot looks for the answer of a plan, which has at most so many words. */
#define PLAN_PLACES 4
#define PLAN_ANSWER 8

/* Such a letter may also begin a sentence, as in "a chi tocca?". */
static bool is_choice_letter(const char *word)
{
	return bot_words_letter(word) < EG_LETTERS;
}

/* A letter is the letter of a choice only if it is the whole command. */
static bool is_letter(const struct bot_words *words, size_t i)
{
	return words->count == i + 1 && is_choice_letter(words->word[i]);
}

/* Removes a bullet before a word, but not a minus before a card: "- 2" is an action. */
static void drop_bullet(struct bot_words *words)
{
	static const char *const bullets[] = {"-", "\xE2\x80\xA2", "\xC2\xB7"};
	bool found = false;

	if (words->count < 2)
		return;
	for (size_t i = 0; i < sizeof(bullets) / sizeof(bullets[0]); i++)
		found = found || strcmp(words->word[0], bullets[i]) == 0;
	if (!found || (words->word[0][0] == '-' && !isalpha((unsigned char)words->word[1][0])))
		return;
	bot_words_drop(words, 1);
}

/* Whether the word begins a line of `settings` that is a command of its own. */
static bool is_setting(const char *word)
{
	return bot_words_mean(word, "language") || bot_words_mean(word, "choices") ||
	       bot_words_mean(word, "coach") || bot_words_mean(word, "board") ||
	       bot_words_mean(word, "reactions") || bot_words_mean(word, "hand");
}

/* Whether the word after the verb is an article before what is no card, as in "juega una partida".
 */
static bool begins_match(const struct bot_words *words)
{
	return words->count > 2 && bot_words_mean(words->word[1], "a") &&
	       !isdigit((unsigned char)words->word[2][0]) && !bot_pattern_is_number(words->word[2]);
}

/* Drops the first word of "play 3" and "settings coach on". */
static void drop_verb(struct bot_words *words)
{
	const char *verb = words->count > 1 ? bot_words_in_english(words->word[0]) : "";

	if ((strcasecmp(verb, "play") == 0 &&
		    (is_letter(words, 1) ||
			    (!is_choice_letter(words->word[1]) && !begins_match(words) &&
				    bot_command_find(words->word[1])))) ||
		(strcasecmp(verb, "settings") == 0 && is_setting(words->word[1])))
		bot_words_drop(words, 1);
}

/* Finds "join", "leave", "next" and the like, in any language. */
static const struct bot_command *find_unnamed(const char *word)
{
	char name[BOT_FOLDED_SIZE];

	snprintf(name, sizeof(name), ".%s", bot_words_in_english(word));
	return bot_command_find(name);
}

/* Whether the words are an action, or a line of the list of choices. */
static bool is_action(const struct bot_words *words)
{
	struct bot_pattern pattern;
	uint8_t card, count;

	return is_letter(words, 0) || bot_words_are_choice(words) ||
	       bot_pattern_parse(words, &pattern) || bot_pattern_parse_count(words, &card, &count);
}

/*
 * Replaces the words of an action in a sentence, such as "I attack with my fives", by those of the
 * action. Returns false if the words are no action.
 */
static bool read_spoken_action(struct bot_words *words, enum bot_speech speech)
{
	struct bot_words action = *words;

	if (words->count > 1 && !bot_spoken_action_read(words, speech, &action))
		return false;
	const char *card = action.count == 1 ? bot_pattern_spelled_card(action.word[0]) : NULL;
	if (card)
		action.word[0] = card;
	if (!is_action(&action) && !(action.count == 1 && bot_sentence_is_word(&action) &&
					   isdigit((unsigned char)action.word[0][0])))
		return false;
	memcpy(words->word, action.word, action.count * sizeof(action.word[0]));
	words->count = action.count;
	return true;
}

/* Whether the command can take so many words. An action has been read before. */
static bool takes_words(const struct bot_command *command, const struct bot_words *words)
{
	int64_t id;
	const bool has_id = command->bare_id && words->id == 0 &&
			    bot_words_number(words->word[words->count - 1], INT64_MAX, &id);

	return !command->acts && words->count - has_id <= command->words;
}

/* Whether the command of the reading is the named one, or explains it. */
static bool is_about(const struct bot_understood *understood, const struct bot_command *named)
{
	const char *command = understood->command ? understood->command : "";

	command += strncmp(command, "help ", 5) == 0 ? 5 : 0;
	const size_t length = strcspn(command, " ");
	return strncmp(command, named->names[0], length) == 0 && !named->names[0][length];
}

/* Whether the first word may be a command with a typing error, which the bot offers to run. */
static bool is_mistyped(const struct bot_words *words)
{
	if (words->count > SENTENCE_SHORT || bot_sentence_is_plain(words) ||
		bot_sentence_has_word(NULL, words->word[0]))
		return false;
	for (size_t i = 0; i < bot_langs_count; i++)
		if (bot_command_nearest(words->word[0], &bot_langs[i]))
			return true;
	return false;
}

/* Whether there is a time behind the command's name. */
static bool names_time(const struct bot_words *words)
{
	bool any = false;

	for (size_t i = 1; i < words->count; i++)
		any = any || bot_day_time_is_part(words->word[i]);
	return any;
}

/* Whether a sentence, all of which is read, says more exactly what the named command is to do. */
static bool says_more(const struct bot_guesses *guesses, const struct bot_words *words)
{
	const struct bot_understood *best = guesses->best;

	if (strchr(best->command, '#')) /* the command is the same */
		return best->certainty >= BOT_LIKELY && best->unknown == 0 && !words->question &&
		       names_time(words);
	if (!bot_guesses_are_sure(guesses, words->question))
		return false;
	return words->count > SENTENCE_LEAST && best->rest == 0 && strchr(best->command, ' ') &&
	       strncmp(best->command, "help ", 5) != 0 && !strchr(best->command, '*');
}

/* Whether the first word is a clause, as in "resign? never". A day such as "11." is none. */
static bool is_clause(const struct bot_words *words)
{
	return words->count > 1 && (words->ends & 1) && !isdigit((unsigned char)words->word[0][0]);
}

/* Whether another language has a word for this English one. */
static bool is_translated(const char *word)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		if (bot_words_in_language(word, &bot_langs[i]) != word)
			return true;
	return false;
}

/* Whether a word after the first one is nothing that a command can take, as "am" in German. */
static bool has_unknown(const struct bot_words *words)
{
	for (size_t i = 1; i < words->count; i++) {
		const char *word = words->word[i];

		if (!bot_day_time_is_part(word) && word[0] != '@' &&
			!bot_words_find_english(word, strlen(word)) && !is_translated(word) &&
			word[1]) /* "20 h" */
			return true;
	}
	return false;
}

/*
 * Whether the words are surely the command that the first one names, so that no sentence has to be
 * read, which costs much more: it has one word after it, or a number or a name. "Forget it" is no
 * command, nor "forget plan", nor is "stop lesson": only rooms have `stop`, which takes few words.
 */
static bool is_command(const struct bot_command *named, const struct bot_words *words)
{
	if (!named || is_clause(words))
		return false;
	if (named->acts)
		return words->count > 1 && isdigit((unsigned char)words->word[1][0]);
	if (bot_sentence_has_options(words) && !words->question)
		return words->count <= SENTENCE_SHORT &&
		       !(bot_sentence_takes_time(named->names[0]) && has_unknown(words)) &&
		       (named->may == BOT_MAY_ANYBODY || takes_words(named, words));
	return words->count < SENTENCE_LEAST && named->may == BOT_MAY_ANYBODY &&
	       takes_words(named, words) && !bot_sentence_says(words, ".nevermind", "if off");
}

/* Whether the words almost certainly mean what costs something and fits the situation. */
static bool is_costly_now(const struct bot_understood *best)
{
	return best->costly && best->expected && best->certainty >= BOT_NONE;
}

/* Whether a word after the first one is a term of a match: "challenge not rated". */
static bool has_term(const struct bot_words *words)
{
	bool any = false;

	for (size_t i = 1; i < words->count; i++) {
		size_t last = i;

		any = any || bot_challenge_find_term(words, &last);
	}
	return any;
}

/*
 * Returns the command that the first word names, if the words are its own. They are a sentence if
 * all of it is read as something else, or if it says more exactly what to do.
 */
static const struct bot_command *keep_named(const struct bot_command *named,
	const struct bot_guesses *guesses, const struct bot_words *words)
{
	const struct bot_understood *best = guesses->best;

	if (!named || is_clause(words) || !takes_words(named, words))
		return NULL;
	if (is_about(best, named))
		return says_more(guesses, words) ? NULL : named;
	if (words->count > 2 && bot_words_is_in(words->word[1])) /* "top in great hall" */
		return named;
	if (bot_sentence_takes_time(named->names[0]) && names_time(words) && !guesses->denied)
		return named;
	/* A denial is a sentence, unless the command takes a time: "night pause none". */
	const bool sentence =
		(words->count > SENTENCE_LEAST ||
			(guesses->denied && !bot_sentence_takes_time(named->names[0]))) &&
		!(named->terms && has_term(words));
	if ((guesses->none >= BOT_NONE && sentence) || best->whole ||
		(is_costly_now(best) && best->rest == 0))
		return NULL;
	/* Few people moderate, and what they may not do is no reason to read nothing else. */
	return named->may == BOT_MAY_MODERATOR && bot_guesses_are_sure(guesses, words->question)
		       ? NULL
		       : named;
}

/* Whether a single word may mean the reading: it only shows something, asks first, or names a
 * language. */
static bool is_harmless(const char *command)
{
	return command[0] == '.' || strcmp(command, "undo") == 0 ||
	       strncmp(command, "help ", 5) == 0 || strncmp(command, "rules ", 6) == 0 ||
	       strncmp(command, "language ", 9) == 0;
}

/* What a word asks that is no command, as "standings". */
static const struct bot_command *take_word(
	const struct bot_guesses *guesses, struct bot_words *words)
{
	for (size_t i = 0; i < guesses->count; i++) {
		const struct bot_understood *guess = &guesses->best[i];

		if (guess->costly ? guess->whole && guess->expected
				  : guess->certainty >= BOT_LIKELY && guess->unknown == 0 &&
					    is_harmless(guess->command))
			return bot_take_words(guess, words);
	}
	return NULL;
}

/* Whether the command is `start`, which a sentence may begin with: "hello, how does this work?". */
static bool greets(const struct bot_command *named)
{
	return named && strcmp(named->names[0], "start") == 0;
}

/*
 * Finds the command that the first word names. A sentence that begins with "if" is none, unless it
 * is a plan: the command alone, or with one word, is about plans, too.
 */
static const struct bot_command *find_named(const struct bot_words *words)
{
	const struct bot_command *named = bot_command_find(words->word[0]);

	if (words->count > 3 && bot_plan_is_readable(words))
		return bot_command_find("if");
	return words->count > 2 && named && named->run == bot_run_if ? NULL : named;
}

/* Adds what a part of a spoken plan does: the words of an action, or else the part as it is. */
static void add_part(const struct bot_words *words, size_t first, size_t end,
	enum bot_speech speech, struct bot_words *plan)
{
	struct bot_words part = *words, action;

	part.count = end - first;
	part.question = false;
	memmove(part.word, words->word + first, part.count * sizeof(*part.word));
	if (!bot_spoken_action_read(&part, speech, &action))
		action = part;
	for (size_t i = 0; i < action.count && plan->count < BOT_WORDS; i++)
		plan->word[plan->count++] = action.word[i];
}

static bool is_then(const struct bot_words *words, size_t i)
{
	return bot_words_has_sense(words->word[i], BOT_SENSE_THEN);
}

/* Reads the plan whose answer begins at the word `answer`. */
static bool read_spoken_plan_at(
	const struct bot_words *words, size_t answer, struct bot_words *plan)
{
	const bool then = is_then(words, answer);

	plan->count = 1;
	add_part(words, 1, answer, BOT_PLANS, plan);
	if (plan->count < BOT_WORDS)
		plan->word[plan->count++] = "then";
	add_part(words, answer + then, words->count, BOT_PLAYS, plan);
	return bot_plan_is_readable(plan);
}

/*
 * Replaces the words of a plan in plain words, as "if she attacks, I parry", by those of `if`. The
 * answer follows "then" or a comma, or it is the last words that are one: it begins with no number.
 * Tries only a few places, since each costs as much as to read a sentence.
 */
static void read_spoken_plan(struct bot_words *words)
{
	struct bot_words plan = *words;
	size_t answer = 0, last = words->count - 1, tried = 0;

	if (words->question || words->count < 3 ||
		!bot_words_has_sense(words->word[0], BOT_SENSE_IF) || bot_plan_is_readable(words))
		return;
	for (size_t i = 2; i <= last && answer == 0 && tried < PLAN_PLACES; i++) {
		const bool then = is_then(words, i);

		if ((!then && !(words->ends >> (i - 1) & 1)) || is_then(words, i - 1) ||
			(then && (i == last || is_then(words, i + 1))))
			continue;
		tried++;
		if (read_spoken_plan_at(words, i, &plan))
			answer = i;
	}
	for (size_t i = last; i >= 2 && i + PLAN_ANSWER > last && answer == 0; i--)
		if (!is_then(words, i) && !is_then(words, i - 1) &&
			!bot_pattern_is_number(words->word[i]) &&
			read_spoken_plan_at(words, i, &plan))
			answer = i;
	if (answer == 0)
		return;
	memcpy(words->word, plan.word, plan.count * sizeof(*plan.word));
	words->count = plan.count;
}

bool bot_command_read(struct bot_words *words, const struct bot_command **command)
{
	*command = NULL;
	drop_bullet(words);
	bot_words_drop_please(words);
	bot_competition_words_order(words);
	read_spoken_plan(words);
	drop_verb(words);
	const struct bot_command *named = find_named(words);
	if (bot_begin_is(words))
		*command = bot_command_find(".begin");
	else if (bot_sentence_is_word(words) && named)
		*command = is_letter(words, 0) ? bot_command_find("a") : named;
	else if (!named && (words->count == 1 || bot_words_is_in(words->word[1])))
		*command = find_unnamed(words->word[0]);
	if (*command)
		return true;
	const bool plans = named && named->run == bot_run_if; /* with actions among its words */
	const bool keeps = plans || (!greets(named) && is_command(named, words));
	if (!plans && (is_action(words) || (!keeps && read_spoken_action(words, BOT_PLAYS))))
		*command = bot_command_find("a");
	else if (keeps)
		*command = named;
	return *command || bot_answer_is_yes(words) || (!named && is_mistyped(words));
}

/*
 * Whether to run the named command although the bot has read no sentence in the words: the command
 * says what is wrong with them.
 */
static bool may_be(const struct bot_command *named, const struct bot_words *words)
{
	if (is_choice_letter(words->word[0]) || is_clause(words) ||
		(words->count == 1 && !bot_sentence_is_word(words)))
		return false;
	return takes_words(named, words) || words->count <= SENTENCE_LEAST ||
	       (named->acts && words->count <= SENTENCE_SHORT && named != bot_command_find("a"));
}

/*
 * Whether a few words are the named command and a word that it can't take, and no reading of them
 * as a sentence knows all words. The command says what is wrong with them.
 */
static bool has_too_many(const struct bot_command *named, const struct bot_guesses *guesses,
	const struct bot_words *words)
{
	return named && !greets(named) && !is_clause(words) && !takes_words(named, words) &&
	       words->count <= SENTENCE_LEAST &&
	       (guesses->count == 0 || guesses->best[0].unknown != 0);
}

/* Whether somebody who may plan says what they would answer, in words that are no plan. */
static bool is_unread_plan(
	const struct bot_guesses *guesses, const struct bot_words *words, unsigned situation)
{
	static const char *const rules[] = {"rules parry", "rules attack", "rules move"};
	bool found = false;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]) && guesses->count > 0; i++)
		found = found || strcmp(guesses->best[0].command, rules[i]) == 0;
	return found && (situation & BOT_WAITS) && !words->question && !guesses->asks &&
	       bot_words_has_sense(words->word[0], BOT_SENSE_IF);
}

const struct bot_command *bot_command_of_legality(struct bot_words *words)
{
	if (words->count < 2 || !read_spoken_action(words, BOT_ASKS_WHETHER))
		return NULL;
	words->question = true;
	return bot_command_find("a");
}

const struct bot_command *bot_command_of_sentence(
	struct bot_words *words, unsigned situation, struct bot_guesses *guesses)
{
	const struct bot_command *named = find_named(words);

	*guesses = bot_sentence_read(words, situation);
	/* However unsure the reading is, "forget it" and "forget the plan" erase nobody. */
	if (named && named->run == bot_run_forget &&
		bot_sentence_says(words, ".nevermind", "if off"))
		return bot_command_find(".nevermind");
	if (is_unread_plan(guesses, words, situation))
		return bot_command_find("if");
	if (!greets(named) && keep_named(named, guesses, words))
		return named;
	if (has_too_many(named, guesses, words))
		return named;
	const bool plays = bot_words_mean(words->word[0], "play");
	if (bot_sentence_is_word(words) && !plays)
		return take_word(guesses, words);
	if (!bot_sentence_is_word(words) && bot_guesses_are_sure(guesses, words->question) &&
		(!plays || guesses->best[0].certainty >= BOT_SURE))
		return bot_take_words(&guesses->best[0], words);
	if (plays)
		return bot_command_find("start");
	if (guesses->none >= BOT_NONE || (guesses->count > 0 && is_costly_now(&guesses->best[0])))
		return NULL;
	if (greets(named)) {
		words->count = 1;
		words->question = false;
	}
	return named && may_be(named, words) ? named : NULL;
}
