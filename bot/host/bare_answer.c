#include "bot/host/bare_answer.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/commands/challenge_answer.h"
#include "bot/match/loading.h"

/* Whether a challenge in the room names the sender of the message. */
static bool is_challenged(struct bot_host *host, const struct bot_message *message)
{
	const struct bot_call call = {.host = host, .message = message};
	const struct bot_match_filter filter = {
		.room = message->room, .player = message->sender, .status = BOT_CHALLENGE};
	bool challenged = false;

	struct bot_match_list *list = bot_match_list_load(host->store, &filter);
	for (size_t i = 0; i < list->count; i++)
		challenged = challenged || bot_challenge_may_decline(&call, &list->match[i]);
	return challenged;
}

/* Whether the message answers the open question to its sender, to which it replies. */
static bool replies_to_question(struct bot_host *host, const struct bot_message *message)
{
	char command[BOT_QUESTION_SIZE];
	enum bot_answer_kind kind;
	struct bot_post post;

	if (!message->reply_to || message->reply_forgeable ||
		!bot_found(bot_store_post_by_event(host->store, message->reply_to, &post)))
		return false;
	bot_question_react(host, message, post.id, &kind, command);
	return kind == BOT_ANSWER_RUNS || kind == BOT_ANSWER_NO;
}

bool bot_is_bare_answer(struct bot_host *host, const struct bot_message *message)
{
	struct bot_words words;

	if (message->private || message->edits || message->kind != BOT_WRITTEN)
		return false;
	if (replies_to_question(host, message))
		return true;
	return bot_words_split(&words, message->text) && words.count == 1 && words.id == 0 &&
	       !words.question &&
	       (bot_words_mean(words.word[0], "accept") ||
		       bot_words_mean(words.word[0], "decline")) &&
	       is_challenged(host, message);
}
