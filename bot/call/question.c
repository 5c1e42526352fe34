#include "bot/call/question.h"

#include "bot/call/reaction_keys.h"
#include "bot/call/time.h"
#include "bot/text/plain.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LAPSES_AFTER INT64_C(600000) /* milliseconds */

/* A command and the number that answers a question about it fit into a question. */
static_assert(BOT_WORDS_SIZE + 32 <= BOT_QUESTION_SIZE, "the command of a question is cut");

/* Gets the question to the user in a room. Sets *open to false if there is none that waits. */
static enum bot_error find(struct bot_host *host, const char *user, const char *room,
	struct bot_question *question, bool *open)
{
	enum bot_error error = bot_store_question(host->store, user, room, question);

	*open = !error && question->until > host->time;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Asking */

static enum bot_error send(const struct bot_call *call, const struct bot_page *page, int64_t *post)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.private = message->private,
		.to = message->private ? message->sender : message->room,
		.role = BOT_POST_QUESTION};

	bot_call_join_thread(call, &letter);
	return bot_send(call->host, letter, page, post);
}

enum bot_error bot_ask_page(const struct bot_call *call, const struct bot_page *page,
	enum bot_question_kind kind, const char *command)
{
	const struct bot_message *message = call->message;
	struct bot_host *host = call->host;
	struct bot_question question = {.kind = kind, .until = host->time + LAPSES_AFTER};

	if (message->answer || call->mute)
		return bot_reply_page(call, page);
	snprintf(question.command, sizeof(question.command), "%s", command);
	enum bot_error error = send(call, page, &question.post);
	if (error)
		return error;
	return bot_store_ask(host->store, message->sender, message->room, &question);
}

enum bot_error bot_ask(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, const char *command)
{
	struct bot_page page;

	enum bot_error error = bot_write_reply(call, msg, args, &page);
	return error ? error : bot_ask_page(call, &page, BOT_ASKS_YES, command);
}

enum bot_error bot_ask_choice(const struct bot_call *call, const struct bot_page *page,
	const struct bot_choice_of_words *choice)
{
	char command[BOT_QUESTION_SIZE];

	snprintf(command, sizeof(command), "%s\n%s", choice->command, choice->options);
	return bot_ask_page(call, page, BOT_ASKS_CHOICE, command);
}

enum bot_error bot_ask_for_word(const struct bot_call *call, enum bot_msg wrong, size_t i,
	const struct bot_choice_of_words *choice)
{
	char quoted[BOT_NAME_SIZE], command[BOT_WORDS_SIZE];
	struct bot_page page;

	bot_call_quote(call, i, quoted);
	bot_command_word(call->command, call->lang, command);
	const struct bot_args args = {.words = quoted, .command = command};
	enum bot_error error = bot_write_reply(call, wrong, args, &page);
	return error ? error : bot_ask_choice(call, &page, choice);
}

enum bot_error bot_question_offer(struct bot_host *host, const char *user, const char *room,
	int64_t post, const char *command)
{
	struct bot_question question;
	bool open;

	enum bot_error error = find(host, user, room, &question, &open);
	if (error || open)
		return error;
	question = (struct bot_question){
		.kind = BOT_ASKS_YES, .post = post, .until = host->time + LAPSES_AFTER};
	snprintf(question.command, sizeof(question.command), "%s", command);
	return bot_store_ask(host->store, user, room, &question);
}

void bot_question_copy_words(
	const struct bot_call *call, size_t first, int64_t id, char command[BOT_QUESTION_SIZE])
{
	const struct bot_words *words = &call->words;
	struct bot_text text;

	bot_text_init(&text, command, BOT_QUESTION_SIZE);
	for (size_t i = first; i < words->count; i++) {
		bot_text_add(&text, i > first ? " " : "");
		bot_text_add(&text, words->word[i]);
	}
	if (id == 0)
		return;
	bot_text_add(&text, text.used > 0 ? " #" : "#");
	bot_text_add_number(&text, id);
}

/* Answering */

static bool is_yes(const char *word)
{
	return bot_words_is_yes(word) || bot_words_mean(word, "ok") ||
	       strcmp(word, BOT_REACTION_YES) == 0 || strcmp(word, BOT_REACTION_THUMB_UP) == 0;
}

/* The words for "no" are words for "off". */
static bool is_no(const char *word)
{
	return bot_words_mean(word, "off") || strcmp(word, BOT_REACTION_NO) == 0 ||
	       strcmp(word, BOT_REACTION_THUMB_DOWN) == 0;
}

static bool is_polite(const char *word)
{
	return bot_words_mean(word, "please") || bot_words_mean(word, "thanks");
}

/* Whether the words are "yes" or "no", perhaps repeated or with a polite word, and nothing else. */
static bool all_are(const struct bot_words *words, bool (*is)(const char *word))
{
	size_t found = 0;

	for (size_t i = 0; i < words->count; i++) {
		if (!is(words->word[i]) && !is_polite(words->word[i]))
			return false;
		found += is(words->word[i]);
	}
	return found > 0 && words->id == 0 && !words->question;
}

/* Reads the number of a match, with or without its #. */
static bool read_number(const struct bot_words *words, int64_t *number)
{
	*number = words->id;
	if (words->question || words->ids)
		return false;
	if (words->count == 0)
		return words->id != 0;
	return words->id == 0 && words->count == 1 &&
	       bot_words_number(words->word[0], INT64_MAX, number) && *number > 0;
}

/* Whether the word answers with this option, or says "yes" for "on". */
static bool means_option(const char *word, const char *option)
{
	return bot_words_mean(word, option) || (strcmp(option, "on") == 0 && is_yes(word)) ||
	       (strcmp(option, "off") == 0 && is_no(word));
}

/*
 * Reads one of the options of a question, perhaps with polite words. `question` is a command, a
 * line break, and the options.
 */
static bool read_option(
	const char *question, const struct bot_words *words, char command[BOT_QUESTION_SIZE])
{
	struct bot_words options;
	const char *word = NULL;
	size_t length = strcspn(question, "\n");

	for (size_t i = 0; i < words->count; i++) {
		if (is_polite(words->word[i]))
			continue;
		if (word)
			return false;
		word = words->word[i];
	}
	if (!word || words->id != 0 || words->question || !question[length] ||
		!bot_words_split(&options, question + length + 1))
		return false;
	for (size_t i = 0; i < options.count; i++) {
		if (!means_option(word, options.word[i]))
			continue;
		snprintf(command, BOT_QUESTION_SIZE, "%.*s %s", (int)length, question,
			options.word[i]);
		return true;
	}
	return false;
}

/* Finds out what the words mean as an answer to the question. */
static enum bot_answer_kind read_answer(const struct bot_question *question,
	const struct bot_words *words, char command[BOT_QUESTION_SIZE])
{
	bool asks_accept = question->kind == BOT_ASKS_ACCEPT;
	bool yes = all_are(words, is_yes), no = all_are(words, is_no);
	int64_t number;

	if (question->kind == BOT_ASKS_CHOICE)
		return read_option(question->command, words, command) ? BOT_ANSWER_RUNS
								      : BOT_NO_ANSWER;
	if (question->kind == BOT_ASKS_NUMBER && read_number(words, &number)) {
		int length = snprintf(
			command, BOT_QUESTION_SIZE, "%s #%" PRId64, question->command, number);
		return length < BOT_QUESTION_SIZE ? BOT_ANSWER_RUNS : BOT_NO_ANSWER;
	}
	if (no && !asks_accept)
		return BOT_ANSWER_NO;
	if (question->kind == BOT_ASKS_NUMBER || (!yes && !no))
		return BOT_NO_ANSWER;
	struct bot_text text;
	bot_text_init(&text, command, BOT_QUESTION_SIZE);
	bot_text_add(&text, asks_accept ? (yes ? "accept " : "decline ") : "");
	bot_text_add(&text, question->command);
	return text.cut ? BOT_NO_ANSWER : BOT_ANSWER_RUNS;
}

enum bot_error bot_question_answer(struct bot_host *host, const struct bot_message *message,
	const char *text, enum bot_answer_kind *kind, char command[BOT_QUESTION_SIZE])
{
	struct bot_question question;
	struct bot_words words;
	bool open;

	*kind = BOT_NO_ANSWER;
	if (message->answer)
		return BOT_OK;
	enum bot_error error = find(host, message->sender, message->room, &question, &open);
	if (error || !open)
		return error;
	if (bot_words_split(&words, text))
		*kind = read_answer(&question, &words, command);
	return bot_store_close_question(host->store, message->sender, message->room);
}

enum bot_error bot_question_react(struct bot_host *host, const struct bot_message *message,
	int64_t post, enum bot_answer_kind *kind, char command[BOT_QUESTION_SIZE])
{
	struct bot_question question;
	struct bot_words words;
	bool open;

	*kind = BOT_NO_ANSWER;
	enum bot_error error = find(host, message->sender, message->room, &question, &open);
	if (error)
		return error;
	if (!open || question.post != post)
		*kind = BOT_ANSWER_LATE;
	else if (bot_words_split(&words, message->text))
		*kind = read_answer(&question, &words, command);
	return BOT_OK;
}
