#include "bot/host/command_run.h"

#include "bot/admin/admin_commands.h"
#include "bot/call/question.h"
#include "bot/call/rate_limit.h"
#include "bot/call/web_link.h"
#include "bot/commands/action.h"
#include "bot/commands/away.h"
#include "bot/commands/learn.h"
#include "bot/commands/reaction_trust.h"
#include "bot/commands/reactions.h"
#include "bot/host/asked_command.h"
#include "bot/host/commands.h"
#include "bot/host/competition_phrase.h"
#include "bot/host/competition_words.h"
#include "bot/host/help.h"
#include "bot/host/language_offer.h"
#include "bot/host/typed_yes.h"
#include "bot/show/muted_room.h"
#include "bot/text/filler.h"
#include "bot/text/pattern.h"
#include "bot/text/phrase.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Reads a number at the end of the words as a match id. */
static void read_bare_id(struct bot_words *words)
{
	int64_t id;

	if (words->count < 2 || words->id != 0 ||
		!bot_words_number(words->word[words->count - 1], INT64_MAX, &id) || id == 0)
		return;
	words->id = id;
	words->count--;
}

/*
 * Answers that the command is for one match only, with an example: the first match that was typed.
 */
static void reply_one_match(const struct bot_call *call)
{
	char command[BOT_WORDS_SIZE];

	bot_command_word(call->command, call->lang, command);
	bot_reply(call, BOT_MSG_ONE_MATCH,
		(struct bot_args){.command = command, .id = call->words.id});
}

/* Asks whether a command with a question mark is meant as a command. */
static void ask_about_mark(const struct bot_call *call)
{
	char command[BOT_QUESTION_SIZE];

	bot_question_copy_words(call, 0, call->words.id, command);
	bot_ask(call, BOT_MSG_QUESTION, (struct bot_args){0}, command);
}

/* Turns "back", from somebody who is away, into the command that ends the absence. */
static void read_return(struct bot_call *call)
{

	if (!bot_days_off_read_return(call))
		return;
	call->command = bot_command_find("away");
	call->words.word[0] = "away";
	call->words.word[1] = "never";
	call->words.count = 2;
}

/*
 * Runs the command of the call, if the sender may use it here. Otherwise tells the sender why not.
 */
static void run(struct bot_call *call)
{
	read_return(call);
	if (!call->command)
		bot_typed_yes_read(call);
	if (!call->command)
		bot_competition_phrase_read(call);
	const struct bot_command *command = call->command;
	if (!bot_muted_room_check(call) || bot_learn_control(call))
		return;
	if (bot_call_has_second_command(call))
		bot_reply(call, BOT_MSG_ONE_COMMAND, (struct bot_args){0});
	else if (!command)
		bot_run_unknown(call);
	else if (call->words.ids)
		reply_one_match(call);
	else if (call->words.question && !command->asks)
		ask_about_mark(call);
	else if (command->may != BOT_MAY_ANYBODY && call->message->private)
		bot_reply_room_only(call);
	else if (command->may == BOT_MAY_MODERATOR && !bot_call_moderates(call))
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	else if (command->web && !bot_web_link_is_available(call->host))
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
	else if (call->words.count > command->words)
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, command->words);
	else
		command->run(call);
}

static void run_and_offer_language(struct bot_call *call)
{
	run(call);

	bot_language_offer(call);
}

/* A letter is the letter of a choice only if it is the whole command. */
static bool is_letter(const struct bot_words *words, size_t i)
{
	return words->count == i + 1 && bot_words_letter(words->word[i]) < EG_CHOICES_MAX;
}

static size_t find_word(const char *const *list, size_t count, const char *word)
{
	size_t i = 0;

	while (i < count && strcasecmp(list[i], word) != 0)
		i++;
	return i;
}

/*
 * People who dictate say "two", "I play the two", "option a" or "the first one". Makes this the
 * card or the letter alone, if nothing else is said.
 */
static void read_spoken_choice(struct bot_words *words)
{
	static const char *const before[] = {
		"i", "play", "the", "my", "card", "option", "letter", "choice", "number"};
	static const char *const ordinals[] = {"first", "second", "third", "fourth", "fifth"};
	static const char *const letters[] = {"a", "b", "c", "d", "e"};
	const size_t most = sizeof(before) / sizeof(*before);
	const char *choice = NULL;
	size_t i = 0, ordinal;

	while (i + 1 < words->count && find_word(before, most, words->word[i]) < most)
		i++;
	if (words->id != 0 || i >= words->count)
		return;
	ordinal = find_word(ordinals, sizeof(ordinals) / sizeof(*ordinals), words->word[i]);
	if (i > 0 && ordinal < sizeof(letters) / sizeof(*letters) &&
		(i + 1 == words->count ||
			(i + 2 == words->count && strcasecmp(words->word[i + 1], "one") == 0)))
		choice = letters[ordinal];
	else if (i + 1 == words->count)
		choice = bot_words_letter(words->word[i]) < EG_CHOICES_MAX
				 ? words->word[i]
				 : bot_pattern_spelled_card(words->word[i]);
	if (!choice)
		return;
	words->word[0] = choice;
	words->count = 1;
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

/* Finds the command of "I advance 2" and "two 4s", whose first word is no command. */
static const struct bot_command *find_action(const struct bot_words *words)
{
	struct bot_pattern pattern;
	uint8_t card, count;

	return bot_pattern_parse(words, &pattern) || bot_pattern_parse_count(words, &card, &count)
		       ? bot_command_find("a")
		       : NULL;
}

/* In "new game", "start a match" and "play a game", all words after the first one say nothing. */
static void drop_game(struct bot_words *words)
{
	size_t last = words->count - 1;

	if (words->count < 2 || !bot_words_mean(words->word[last], "games"))
		return;
	for (size_t i = 1; i < last; i++)
		if (!bot_words_mean(words->word[i], "a") &&
			!bot_words_mean(words->word[i], "start"))
			return;
	if (bot_words_mean(words->word[0], "start") || bot_words_mean(words->word[0], "play"))
		words->count = 1;
}

static void drop_after_greeting(struct bot_words *words)
{
	if (!bot_words_mean(words->word[0], "hello"))
		return;
	words->count = 1;
	words->question = false;
}

/* Drops the words before "play" in "I play 3" and "let's play bob". */
static void drop_wish(struct bot_words *words)
{
	const size_t opening = bot_filler_count(words);

	if (words->question || opening == 0 || opening + 1 >= words->count ||
		!bot_words_mean(words->word[opening], "play"))
		return;
	bot_words_drop(words, opening);
}

/*
 * Drops the words before the command in "show me my hand" and "my rating". A card after them is not
 * played, a letter at the beginning is one of a choice, and "my bouts" asks for something else.
 */
static void drop_show(struct bot_words *words)
{
	const bool shows = bot_words_has_sense(words->word[0], BOT_SENSE_SHOW);
	size_t at = shows;

	if (words->count < 2 || strlen(words->word[0]) < 2)
		return;
	while (at + 1 < words->count && bot_words_has_sense(words->word[at], BOT_SENSE_OF_READER))
		at++;
	const struct bot_command *found = at > 0 ? bot_command_find(words->word[at]) : NULL;
	if (!found || found->acts || (!shows && bot_phrase_find(words) != BOT_PHRASE_NONE))
		return;
	bot_words_drop(words, at);
}

/* Whether the command can take so many words, or an action is not all that they say. */
static bool takes_words(const struct bot_command *command, const struct bot_words *words)
{
	struct bot_pattern pattern;

	return command->acts ? bot_pattern_parse(words, &pattern) : words->count <= command->words;
}

/*
 * A long sentence may begin like a command, as "hello, can you tell me whose turn it is?" and
 * "board games are new to me, so how do I attack?" do. Returns the command that answers it.
 */
static const struct bot_command *resolve_long_sentence(
	const struct bot_command *command, struct bot_words *words)
{
	size_t count = words->count;

	if (count <= BOT_PHRASE_WORDS || takes_words(command, words))
		return command;
	const struct bot_command *asked = bot_asked_command_find(words);
	if (asked || words->count != count)
		return asked;
	drop_after_greeting(words);
	return command;
}

/* Whether the words are a sentence that begins like a command of one letter or of two. */
static bool is_sentence_instead(const struct bot_command *command, const struct bot_words *words)
{
	if (words->count == 1 || strlen(words->word[0]) > 2)
		return false;
	/* "a chi tocca?" is a question, and not the letter of a choice */
	if (strcasecmp(words->word[0], "a") == 0)
		return bot_phrase_find(words) != BOT_PHRASE_NONE;
	/* "me rindo" is no question about one's results */
	return command && strcmp(command->names[0], "stats") == 0 &&
	       bot_phrase_find(words) == BOT_PHRASE_GIVE_UP;
}

/*
 * Finds the command of the words. In "play 3", "go back 2" and "settings coach on", the first word
 * means nothing, so the function removes it if a command follows. "play" alone, or before a user,
 * means "start". A greeting is only a greeting, whatever few words follow it.
 */
static const struct bot_command *find_command(struct bot_words *words)
{
	drop_bullet(words);
	bot_words_drop_please(words);
	bot_competition_words_order(words);
	drop_wish(words);
	drop_game(words);
	drop_show(words);
	read_spoken_choice(words);
	if (words->count <= BOT_PHRASE_WORDS)
		drop_after_greeting(words);
	if (words->count > 1 &&
		((bot_words_mean(words->word[0], "play") &&
			 (is_letter(words, 1) || bot_command_find(words->word[1]))) ||
			(bot_words_mean(words->word[0], "settings") && is_setting(words->word[1]))))
		bot_words_drop(words, 1);
	const struct bot_command *found = bot_command_find(
		is_letter(words, 0) || bot_words_are_choice(words) ? "a" : words->word[0]);
	if (!found)
		found = find_action(words);
	if (!found && bot_words_mean(words->word[0], "play") &&
		bot_phrase_find(words) == BOT_PHRASE_NONE)
		return bot_command_find("start");
	if (is_sentence_instead(found, words))
		found = NULL;
	return found ? resolve_long_sentence(found, words) : bot_asked_command_find(words);
}

/* Reads the words of the call and its command, if there is one, from a text. */
static void read_command(struct bot_call *call, const char *text)
{
	if (!bot_words_split(&call->words, text))
		call->words.count = 0;
	else if (call->words.count > 0)
		call->command = find_command(&call->words);
	else if (call->words.id == 0)
		call->command = bot_command_find("help");
	if (call->command && call->command->bare_id)
		read_bare_id(&call->words);
}

/*
 * Runs what answers the question, unless a rate limit is reached. Then the question stays open, so
 * that the same answer works a moment later.
 */
static void run_answer(struct bot_call *call, const struct bot_question *question,
	void (*execute)(struct bot_call *call))
{
	bot_rate_limit_run(call, execute);

	if (call->limited)
		bot_question_reopen(call, question);
}

static void say_nothing_done(struct bot_call *call)
{
	bot_reply(call, BOT_MSG_NOTHING_DONE, (struct bot_args){0});
}

bool bot_command_run(struct bot_host *host, const struct bot_message *message, const char *text)
{
	bool refused = false;
	struct bot_call call = {.host = host, .message = message, .refused = &refused};
	char command[BOT_QUESTION_SIZE];
	struct bot_question question;

	enum bot_answer_kind answer = bot_question_answer(host, message, text, command, &question);
	if (answer == BOT_ANSWER_RUNS)
		text = command;
	if (bot_admin_run(host, message, text))
		return false;
	call.lang = bot_language_of_message(host, message);
	if (answer == BOT_ANSWER_NO) {
		run_answer(&call, &question, say_nothing_done);
		return refused;
	}
	read_command(&call, text);
	run_answer(&call, &question, run_and_offer_language);
	return refused;
}

/*
 * Whether a vote or a reaction can be an answer to a list of choices: the number of a line, a
 * keycap or a letter.
 */
static bool answers_list(const struct bot_message *message, const char *word)
{
	int64_t most = message->kind == BOT_VOTE ? EG_LEGAL_MAX : 10;
	int64_t number;

	return bot_words_number(word, most, &number) ||
	       (message->kind == BOT_REACTION && bot_words_letter(word) < EG_CHOICES_MAX);
}

/* Whether a reaction or a vote is an answer to a list of choices. Splits its text into words. */
static bool is_choice(struct bot_call *call)
{
	struct bot_words *words = &call->words;

	return call->message->private && call->message->reply_to &&
	       bot_words_split(words, call->message->text) && words->count == 1 && words->id == 0 &&
	       answers_list(call->message, words->word[0]);
}

bool bot_command_is_answer(const struct bot_message *message)
{
	return message->kind == BOT_REACTION && bot_reaction_is_answer(message->text);
}

void bot_command_answer(struct bot_host *host, const struct bot_message *message)
{
	struct bot_call call = {.host = host, .message = message};
	struct bot_reaction reaction = {0};
	struct bot_question question;

	if (message->kind == BOT_REACTION)
		bot_reaction_read(&call, &reaction);
	if (!reaction.command[0] && !reaction.late && !is_choice(&call))
		return;
	call.lang = bot_language_of_message(host, message);
	if (reaction.late) {
		call.words.id = reaction.match;
		bot_rate_limit_run(&call, reaction.late);
		return;
	}
	if (reaction.command[0]) {
		read_command(&call, reaction.command);
		call.words.id = reaction.match ? reaction.match : call.words.id;
	} else
		call.command = bot_command_find("a");
	if (!bot_reaction_trust_check(&call, reaction.power)) {
		bot_rate_limit_run(&call, bot_reaction_trust_refuse);
		return;
	}
	bot_question_close(host, message, &question);
	run_answer(&call, &question, reaction.command[0] ? run : bot_run_chosen_action);
	if (!call.limited)
		bot_reaction_note_entry(&call, &reaction);
}

void bot_command_obey(struct bot_host *host, const struct bot_message *message, const char *text)
{
	struct bot_call call = {.host = host, .message = message};

	call.lang = bot_language_of_message(host, message);
	read_command(&call, text);
	run(&call);
}
