#include "bot/host/command_run.h"

#include "bot/admin/admin_commands.h"
#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/rate_limit.h"
#include "bot/call/web_link.h"
#include "bot/commands/command.h"
#include "bot/commands/reaction_trust.h"
#include "bot/host/command_words.h"
#include "bot/host/commands.h"
#include "bot/host/help.h"
#include "bot/host/reactions.h"
#include "bot/host/situation.h"
#include "bot/host/unnamed.h"
#include "bot/show/muted_room.h"
#include "bot/text/words.h"
#include "bot/understand/sentence.h"

#include <string.h>

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

/* Answers that there is no web page; the record of a match shows it again without one. */
static void reply_no_page(struct bot_call *call)
{
	if (call->command->run == bot_run_replay)
		bot_run_record(call);
	else
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
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

static void run_command(struct bot_call *call)
{
	if (!call->again)
		call->command->run(call);
	if (!call->again)
		return;
	call->again = false;
	call->command = bot_command_find(call->words.word[0]);
	call->command->run(call);
}

/*
 * Runs the command of the call, if the sender may use it here. Otherwise tells the sender why not.
 */
static void run(struct bot_call *call)
{
	read_return(call);
	const struct bot_command *command = call->command;
	if (!bot_muted_room_check(call) || bot_learn_control(call))
		return;
	if (!command && bot_typed_yes_run(call)) {
		if (call->again)
			run_command(call);
		return;
	}
	if (bot_call_has_second_command(call))
		bot_reply(call, BOT_MSG_ONE_COMMAND, (struct bot_args){0});
	else if (!command) {
		bot_run_unknown(call);
		if (call->again)
			run_command(call);
	} else if (call->words.ids)
		reply_one_match(call);
	else if (call->words.question && !command->asks &&
		 !(command->acts &&
			 call->message->private)) /* bot_run_action says whether it is legal */
		bot_ask_whether_meant(call);
	else if (command->may != BOT_MAY_ANYBODY && call->message->private)
		bot_reply_room_only(call);
	else if (command->may == BOT_MAY_MODERATOR && !bot_call_moderates(call))
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	else if (command->web && !bot_web_link_is_available(call->host))
		reply_no_page(call);
	else if (call->words.count > command->words)
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, command->words);
	else
		run_command(call);
}

#define KEY "language offered" /* the user's setting, which notes that the bot has offered one */

#define SHORTEST 3 /* bytes; a shorter word, such as "a", is the letter of a choice, too */

/* Whether the sender has just chosen a language, or has asked the bot to forget them. */
static bool needs_no_offer(const struct bot_command *command)
{
	return command && (command->run == bot_run_language || command->run == bot_run_forget);
}

/*
 * Whether the bot may offer a language: once, and only to somebody who can choose the language. In
 * private they must not have chosen one yet.
 */
static bool may_offer(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	char value[BOT_SETTING_SIZE];

	if (!message->private && !bot_call_moderates(call))
		return false;
	if (bot_store_setting(call->host->store, BOT_OF_USER, message->sender, KEY, value))
		return false;
	if (!message->private)
		return true;
	return !bot_language_chosen(call->host, BOT_OF_USER, message->sender, NULL);
}

/* Returns the language of a command or, in private, of a sentence, if it is not the call's. */
static const struct bot_lang *find_language(const struct bot_call *call)
{
	const struct bot_lang *spoken = call->guesses.language;
	const char *word = call->words.word[0];

	if (spoken && (!call->command || bot_words_are_read(&call->words)))
		return spoken != call->lang && call->message->private ? spoken : NULL;
	/* "nee" is the Dutch word for "no", but people say it in German, too. */
	return strlen(word) < SHORTEST || bot_sentence_has_word(call->lang, word)
		       ? NULL
		       : bot_words_language(word, call->lang);
}

/*
 * The bot understands each language, but answers in the language of the room or the user. If the
 * call is in another language, offers that language, once for each person. Says nothing in a room
 * to people who can't choose its language.
 */
static void offer_language(const struct bot_call *call)
{
	const struct bot_message *message = call->message;

	if (call->mute || message->answer || message->kind != BOT_WRITTEN || call->words.count == 0)
		return;
	const struct bot_lang *lang = needs_no_offer(call->command) ? NULL : find_language(call);
	if (!lang || !may_offer(call))
		return;
	bot_store_set_setting(call->host->store, BOT_OF_USER, message->sender, KEY, "");
	BOT_PAGE(page);
	bot_page_init(&page, lang);
	bot_page_say(
		&page, BOT_MSG_LANGUAGE_OFFER, &(struct bot_args){.prefix = bot_call_prefix(call)});
	bot_reply_page(call, &page);
}

static void run_and_offer_language(struct bot_call *call)
{
	run(call);

	offer_language(call);
}

/* Whether an action is legal tells of the hand, so the bot answers that in private only. */
static void read_sentence(struct bot_call *call)
{
	const unsigned situation = bot_situation_find(call);

	if (call->message->private && (situation & BOT_TO_ACT))
		call->command = bot_command_of_legality(&call->words);
	if (!call->command)
		call->command = bot_command_of_sentence(&call->words, situation, &call->guesses);
}

/* Reads the words of the call and its command, if there is one, from a text. */
static void read_command(struct bot_call *call, const char *text)
{
	if (!bot_words_split(&call->words, text))
		call->words.count = 0;
	else if (call->words.count > 0 && bot_call_has_second_command(call))
		call->command = bot_command_find(call->words.word[0]);
	else if (call->words.count > 0 && !bot_command_read(&call->words, &call->command))
		read_sentence(call);
	else if (call->words.count == 0 && call->words.id == 0)
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

static void say_no_answer(struct bot_call *call)
{
	bot_reply(call, BOT_MSG_BARE_ANSWER, (struct bot_args){0});
}

/*
 * Whether the call does nothing but show something, which closes no question, or closes it by
 * itself.
 */
static bool keeps_question(const struct bot_call *call)
{
	const struct bot_command *command = call->command;

	return !command || command->run == bot_run_nevermind ||
	       (command->asks && (call->words.count == 1 || command->run == bot_run_rules ||
					 command->run == bot_run_help));
}

bool bot_command_run(struct bot_host *host, const struct bot_message *message, const char *text)
{
	bool refused = false;
	struct bot_call call = {.host = host, .message = message, .refused = &refused};
	char command[BOT_QUESTION_SIZE];
	struct bot_question question;

	enum bot_answer_kind answer = BOT_ANSWER_RUNS;
	if (bot_reaction_read_typed(&call, text, command))
		bot_question_close(host, message, &question);
	else
		answer = bot_question_answer(host, message, text, command, &question);
	if (answer == BOT_ANSWER_RUNS)
		text = command;
	if (bot_admin_run(host, message, text))
		return false;
	call.lang = bot_language_of_message(host, message);
	if (answer == BOT_ANSWER_NO || answer == BOT_ANSWER_WRONG) {
		run_answer(&call, &question,
			answer == BOT_ANSWER_NO ? say_nothing_done : say_no_answer);
		return refused;
	}
	read_command(&call, text);
	if (answer == BOT_NO_ANSWER && !keeps_question(&call))
		bot_question_close(host, message, &question);
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
	       (message->kind == BOT_REACTION && bot_words_letter(word) < EG_LETTERS);
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
