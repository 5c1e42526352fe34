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
	struct bot_match_list *list = bot_match_list_load(host->store, &filter);

	for (size_t i = 0; i < list->count; i++)
		if (bot_challenge_may_decline(&call, &list->match[i]))
			return true;
	return false;
}

static bool replies(const struct bot_message *message)
{
	return message->reply_to && !message->reply_forgeable;
}

static bool is_answer(const char *word)
{
	return bot_words_mean(word, "accept") || bot_words_mean(word, "decline");
}

bool bot_may_be_bare_answer(const struct bot_message *message)
{
	struct bot_words first;

	return !message->private && !message->edits && message->kind == BOT_WRITTEN &&
	       (replies(message) || (bot_words_split_first(&first, message->text) &&
					    first.count > 0 && is_answer(first.word[0])));
}

/*
 * Whether the message answers the open question to its sender, to which it replies. While its
 * mentions are unread, it may.
 */
static bool replies_to_question(struct bot_host *host, const struct bot_message *message)
{
	char command[BOT_QUESTION_SIZE];
	struct bot_post post;

	if (!replies(message) ||
		!bot_found(bot_store_post_by_event(host->store, message->reply_to, &post)))
		return false;
	enum bot_answer_kind kind = bot_question_react(host, message, post.id, command);
	return kind == BOT_ANSWER_RUNS || kind == BOT_ANSWER_NO ||
	       (kind == BOT_NO_ANSWER && message->mentions_unread);
}

bool bot_is_bare_answer(struct bot_host *host, const struct bot_message *message)
{
	struct bot_words words;

	if (!bot_may_be_bare_answer(message))
		return false;
	if (replies_to_question(host, message))
		return true;
	return bot_words_split(&words, message->text) && words.count == 1 && words.id == 0 &&
	       !words.question && is_answer(words.word[0]) && is_challenged(host, message);
}
