#include "bot/commands/lesson_claim.h"

#include "bot/lesson/progress.h"
#include "bot/match/loading.h"

#include <stdlib.h>

/*
 * Finds out whether the bot has written to the user about one of the matches after the post: a list
 * of choices, or for example that they wait for their opponent.
 */
static enum bot_error has_newer_message(const struct bot_call *call, int64_t post,
	const struct bot_match_list *matches, bool *newer)
{
	enum bot_error error = BOT_OK;

	*newer = false;
	for (size_t i = 0; i < matches->count && !error && !*newer; i++)
		error = bot_store_post_of_match_after(call->host->store, call->message->sender,
			matches->match[i].id, post, newer);
	return error;
}

/*
 * Finds out what claims an answer that is no reply: the newest message, of the lesson or a match.
 */
static enum bot_error claim_newest(
	const struct bot_call *call, int64_t post, enum bot_lesson_claim *claim)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};
	struct bot_match_list *matches;
	bool newer;

	*claim = BOT_CLAIMS_NOTHING;
	if (post == 0)
		return BOT_OK;
	enum bot_error error = bot_match_list_load(call->host->store, &filter, &matches);
	if (error)
		return error;
	error = has_newer_message(call, post, matches, &newer);
	free(matches);
	if (!error && !newer)
		*claim = BOT_CLAIMS_ANSWER;
	return error;
}

/*
 * Finds out what claims a reply. Sets *names to whether the message to which the sender replies is
 * of a match or of a lesson. `asked` is the newest post of the lesson, or 0.
 */
static enum bot_error claim_reply(
	const struct bot_call *call, int64_t asked, bool *names, enum bot_lesson_claim *claim)
{
	const char *event = call->message->reply_to;
	struct bot_post post = {0};
	enum bot_error error = BOT_OK;

	if (event)
		error = bot_store_post_by_event(call->host->store, event, &post);
	*names = post.match != 0 || post.role == BOT_POST_LESSON;
	*claim = BOT_CLAIMS_NOTHING;
	if (post.role == BOT_POST_LESSON)
		*claim = post.id == asked ? BOT_CLAIMS_ANSWER : BOT_CLAIMS_OLD;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_lesson_claim(const struct bot_call *call, enum bot_lesson_claim *claim)
{
	const struct bot_message *message = call->message;
	struct bot_lesson_progress progress;
	enum bot_lesson_claim replied;
	bool names = false;

	*claim = BOT_CLAIMS_NOTHING;
	if (!message->private || message->answer || call->words.id != 0)
		return BOT_OK;
	enum bot_error error = bot_lesson_progress_get(call->host, message->sender, &progress);
	if (!error)
		error = claim_reply(call, progress.post, &names, &replied);
	if (!error && (!names || message->reply_forgeable))
		error = claim_newest(call, progress.post, claim);
	if (error || !names)
		return error;
	if (!message->reply_forgeable)
		*claim = replied;
	else if (*claim != replied)
		*claim = BOT_CLAIMS_OLD;
	return BOT_OK;
}

enum bot_error bot_lesson_claim_refuse(const struct bot_call *call)
{
	struct bot_lesson_progress progress;

	enum bot_error error =
		bot_lesson_progress_get(call->host, call->message->sender, &progress);
	if (error)
		return error;
	bool waits = progress.lesson != 0 && progress.post == 0;
	bot_call_refuse(call);
	return bot_whisper(
		call, waits ? BOT_MSG_LESSONS_STOPPED : BOT_MSG_CHOICE_OLD, (struct bot_args){0});
}
