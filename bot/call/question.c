#include "bot/call/question.h"

#include "bot/base/attempt.h"
#include "bot/call/time.h"
#include "bot/store/posts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define LAPSES_AFTER    INT64_C(600000) /* milliseconds */
#define CHALLENGES_MOST 64              /* by and to one person, whom the limits keep below it */
#define POSTS_MOST      8               /* the newest messages that show one challenge */

/* A command and the number that answers a question about it fit into a question. */
static_assert(BOT_WORDS_SIZE + 32 <= BOT_QUESTION_SIZE, "the command of a question is cut");

/* Gets the question to the user in a room. Returns false if there is none that waits. */
static bool find(
	struct bot_host *host, const char *user, const char *room, struct bot_question *question)
{
	return bot_store_question(host->store, user, room, question) &&
	       question->until > host->time;
}

/* Asking */

static void send(const struct bot_call *call, const struct bot_page *page, int64_t *post)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.private = message->private,
		.to = message->private ? message->sender : message->room,
		.role = BOT_POST_QUESTION};

	bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, page, post);
}

void bot_ask_page(const struct bot_call *call, const struct bot_page *page,
	enum bot_question_kind kind, const char *command)
{
	const struct bot_message *message = call->message;
	struct bot_host *host = call->host;
	struct bot_question question = {.kind = kind, .until = host->time + LAPSES_AFTER};

	if (message->answer || call->mute) {
		bot_reply_page(call, page);
		return;
	}
	snprintf(question.command, sizeof(question.command), "%s", command);
	send(call, page, &question.post);
	bot_store_ask(host->store, message->sender, message->room, &question);
}

void bot_ask(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, const char *command)
{
	BOT_PAGE(page);

	bot_write_reply(call, msg, args, &page);
	bot_ask_page(call, &page, BOT_ASKS_YES, command);
}

void bot_ask_choice(const struct bot_call *call, const struct bot_page *page, const char *command,
	const char *options)
{
	char both[BOT_QUESTION_SIZE];

	snprintf(both, sizeof(both), "%s\n%s", command, options);
	bot_ask_page(call, page, BOT_ASKS_CHOICE, both);
}

void bot_ask_for_words(
	const struct bot_call *call, enum bot_msg wrong, const struct bot_missing *missing)
{
	char quoted[BOT_NAME_SIZE], name[BOT_WORDS_SIZE], command[BOT_QUESTION_SIZE];
	BOT_PAGE(page);

	bot_call_quote(call, missing->first, quoted);
	bot_command_word(call->command, call->lang, name);
	const struct bot_args args = {.words = quoted, .command = name};
	bot_write_reply(call, wrong, args, &page);
	bot_question_leave_blank(call, missing, command);
	bot_ask_page(call, &page, missing->kind, command);
}

void bot_ask_for_option(
	const struct bot_call *call, enum bot_msg wrong, size_t i, const char *options)
{
	bot_ask_for_words(call, wrong,
		&(struct bot_missing){BOT_ASKS_CHOICE, i, i < call->words.count, options});
}

void bot_question_offer(struct bot_host *host, const char *user, const char *room, int64_t post,
	const char *command)
{
	struct bot_question question;

	if (find(host, user, room, &question))
		return;
	question = (struct bot_question){
		.kind = BOT_ASKS_YES, .post = post, .until = host->time + LAPSES_AFTER};
	snprintf(question.command, sizeof(question.command), "%s", command);
	bot_store_ask(host->store, user, room, &question);
}

static void add_words(const struct bot_call *call, size_t first, size_t end, struct bot_text *text)
{
	for (size_t i = first; i < end && i < call->words.count; i++) {
		bot_text_add(text, text->used > 0 ? " " : "");
		bot_text_add(text, call->words.word[i]);
	}
}

static void add_id(int64_t id, struct bot_text *text)
{
	if (id == 0)
		return;
	bot_text_add(text, text->used > 0 ? " #" : "#");
	bot_text_add_number(text, id);
}

void bot_question_copy_words(
	const struct bot_call *call, size_t first, int64_t id, char command[BOT_QUESTION_SIZE])
{
	struct bot_text text = bot_text_in(command, BOT_QUESTION_SIZE);

	add_words(call, first, call->words.count, &text);
	add_id(id, &text);
}

void bot_ask_whether_meant(const struct bot_call *call)
{
	char command[BOT_QUESTION_SIZE];

	bot_question_copy_words(call, 0, call->words.id, command);
	bot_ask(call, BOT_MSG_QUESTION, (struct bot_args){0}, command);
}

void bot_question_leave_blank(const struct bot_call *call, const struct bot_missing *missing,
	char command[BOT_QUESTION_SIZE])
{
	struct bot_text text = bot_text_in(command, BOT_QUESTION_SIZE);

	add_words(call, 0, missing->first, &text);
	bot_text_add(&text, " " BOT_BLANK);
	add_words(call, missing->first + missing->count, call->words.count, &text);
	add_id(call->words.id, &text);
	if (missing->words) {
		bot_text_add(&text, "\n");
		bot_text_add(&text, missing->words);
	}
}

/* Answering */

/* Whether the message is a reply to the question, as far as the bot can believe it. */
static bool replies_to(const struct bot_call *call, const struct bot_question *question)
{
	const struct bot_message *message = call->message;
	struct bot_post post;

	return message->reply_to && !message->reply_forgeable &&
	       bot_store_post_by_event(call->host->store, message->reply_to, &post) &&
	       post.id == question->post;
}

/* Whether a message here, newer than the question, shows the challenge. */
static bool is_shown_after(const struct bot_call *call, const struct bot_question *question,
	const struct bot_match *challenge)
{
	const struct bot_message *message = call->message;
	const char *lane = message->private ? message->sender : message->room;
	struct bot_placed_post posts[POSTS_MOST];

	size_t count =
		bot_store_challenge_posts(call->host->store, challenge->id, posts, POSTS_MOST);
	for (size_t i = 0; i < count; i++)
		if (posts[i].id > question->post && posts[i].private == message->private &&
			strcmp(posts[i].to, lane) == 0)
			return true;
	return false;
}

/* Whether somebody has challenged the sender here since, and waits for their "yes" or "no". */
static bool is_challenged_since(const struct bot_call *call, const struct bot_question *question)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_CHALLENGE};
	struct bot_match *list = bot_scratch(CHALLENGES_MOST * sizeof(*list));

	size_t count = bot_store_match_find(call->host->store, &filter, list, CHALLENGES_MOST);
	for (size_t i = 0; i < count; i++)
		if (strcmp(bot_match_challenged(&list[i]), message->sender) == 0 &&
			is_shown_after(call, question, &list[i]))
			return true;
	return false;
}

/*
 * Whether the words belong to something else: to choices or a challenge that the bot has sent to
 * the sender since it asked or, without a prefix, to a check-in.
 */
static bool is_for_other(
	const struct bot_call *call, const struct bot_question *question, const char *text)
{
	const bool bare = !call->message->private && text == call->message->text;

	if (bare || bot_answer_is_yes(&call->words) || bot_answer_is_no(&call->words))
		return !replies_to(call, question) && (bare || is_challenged_since(call, question));
	return call->message->private && bot_answer_may_be_choice(call) &&
	       bot_store_choices_followed(call->host->store, call->message->sender, question->post);
}

void bot_question_close(
	struct bot_host *host, const struct bot_message *message, struct bot_question *question)
{
	if (find(host, message->sender, message->room, question))
		bot_store_close_question(host->store, message->sender, message->room, host->time);
	else
		question->until = 0;
}

enum bot_answer_kind bot_question_answer(struct bot_host *host, const struct bot_message *message,
	const char *text, char command[BOT_QUESTION_SIZE], struct bot_question *question)
{
	struct bot_call call = {.host = host, .message = message};

	question->until = 0;
	if (message->answer || !find(host, message->sender, message->room, question) ||
		!bot_words_split(&call.words, text) || is_for_other(&call, question, text))
		return BOT_NO_ANSWER;
	const enum bot_answer_kind kind = bot_answer_read(&call, question, command);
	if (kind == BOT_ANSWER_RUNS || kind == BOT_ANSWER_NO)
		bot_store_close_question(host->store, message->sender, message->room, host->time);
	return kind;
}

void bot_question_reopen(const struct bot_call *call, const struct bot_question *question)
{
	const struct bot_message *message = call->message;

	if (question->until > call->host->time)
		bot_store_ask(call->host->store, message->sender, message->room, question);
}

enum bot_answer_kind bot_question_react(struct bot_host *host, const struct bot_message *message,
	int64_t post, char command[BOT_QUESTION_SIZE])
{
	struct bot_call call = {.host = host, .message = message};
	struct bot_question question;

	if (!find(host, message->sender, message->room, &question) || question.post != post)
		return BOT_ANSWER_LATE;
	if (!bot_words_split(&call.words, message->text))
		return BOT_NO_ANSWER;
	return bot_answer_read(&call, &question, command);
}

bool bot_question_was_asked(const struct bot_call *call, const struct bot_post *post)
{
	const struct bot_message *message = call->message;
	struct bot_question question;

	if (post->private && strcmp(post->to, message->sender) == 0)
		return true;
	return bot_store_question(call->host->store, message->sender, message->room, &question) &&
	       question.post == post->id;
}
