#include "bot/host/bare_answer.h"

#include "bot/base/attempt.h"
#include "bot/call/answer.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/commands/command.h"
#include "bot/host/commands.h"
#include "bot/match/loading.h"
#include "bot/match/selection.h"
#include "bot/night/check_in.h"
#include "bot/text/phrase.h"

#include <string.h>

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

/* Makes the call `night join`, in private for the night of this room. */
static void check_in(struct bot_call *call, const char *room)
{
	struct bot_words *words = &call->words;

	memmove(words->data, room, strlen(room) + 1);
	words->word[0] = "night";
	words->word[1] = "join";
	words->word[2] = "in";
	words->word[3] = words->data;
	words->count = call->message->private ? 4 : 2;
	call->command = bot_command_find("night");
}

static void note_challenge(const struct bot_call *call, const struct bot_match *match, void *self)
{
	bool *waits = self;

	*waits = *waits || bot_challenge_may_decline(call, match);
}

/* Makes the call `accept` if a challenge waits for the sender. */
static void read_challenge(struct bot_call *call)
{
	bool waits = false;

	bot_match_visit_own(call, BOT_CHALLENGE, note_challenge, &waits);
	if (!waits)
		return;
	call->command = bot_command_find("accept");
	call->words.word[0] = "accept";
	call->words.count = 1;
}

void bot_typed_yes_read(struct bot_call *call)
{
	struct bot_words *words = &call->words;
	bool yes = bot_answer_is_yes(words);
	char room[BOT_ID_SIZE];

	if (words->question || words->id != 0 ||
		(!yes && bot_phrase_find(words) != BOT_PHRASE_HERE))
		return;
	bot_check_in_find(call, room);
	if (room[0])
		check_in(call, room);
	else if (yes && !bot_words_mean(words->word[0], "ok"))
		read_challenge(call);
	if (!call->command && !call->message->private && words->count == 1 &&
		strcmp(words->word[0], BOT_REACTION_YES) == 0)
		words->word[0] = "join"; /* the reader of phrases finds out what for */
}
