#include "bot/commands/lesson_claim.h"

#include "bot/base/attempt.h"
#include "bot/lesson/progress.h"
#include "bot/match/loading.h"

/*
 * Finds out whether the bot has written to the user about one of the matches after the post: a list
 * of choices, or for example that they wait for their opponent.
 */
static bool has_newer_message(
	const struct bot_call *call, int64_t post, const struct bot_match_list *matches)
{
	bool newer = false;
	for (size_t i = 0; i < matches->count && !newer; i++)
		bot_must(bot_store_post_of_match_after(call->host->store, call->message->sender,
			matches->match[i].id, post, &newer));
	return newer;
}

/*
 * Finds out what claims an answer that is no reply: the newest message, of the lesson or a match.
 */
static enum bot_lesson_claim claim_newest(const struct bot_call *call, int64_t post)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};
	struct bot_match_list *matches;

	enum bot_lesson_claim claim = BOT_CLAIMS_NOTHING;
	if (post == 0)
		return claim;
	matches = bot_match_list_load(call->host->store, &filter);
	bool newer = has_newer_message(call, post, matches);
	if (!newer)
		claim = BOT_CLAIMS_ANSWER;
	return claim;
}

/*
 * Finds out what claims a reply. Sets *names to whether the message to which the sender replies is
 * of a match or of a lesson. `asked` is the newest post of the lesson, or 0.
 */
static enum bot_lesson_claim claim_reply(const struct bot_call *call, int64_t asked, bool *names)
{
	const char *event = call->message->reply_to;
	struct bot_post post = {0};

	if (event)
		bot_found(bot_store_post_by_event(call->host->store, event, &post));
	*names = post.match != 0 || post.role == BOT_POST_LESSON;
	if (post.role != BOT_POST_LESSON)
		return BOT_CLAIMS_NOTHING;
	return post.id == asked ? BOT_CLAIMS_ANSWER : BOT_CLAIMS_OLD;
}

enum bot_lesson_claim bot_lesson_claim(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_lesson_progress progress;
	enum bot_lesson_claim replied;
	bool names = false;

	enum bot_lesson_claim claim = BOT_CLAIMS_NOTHING;
	if (!message->private || message->answer || call->words.id != 0)
		return claim;
	bot_lesson_progress_get(call->host, message->sender, &progress);
	replied = claim_reply(call, progress.post, &names);
	if (!names || message->reply_forgeable)
		claim = claim_newest(call, progress.post);
	if (!names)
		return claim;
	if (!message->reply_forgeable)
		claim = replied;
	else if (claim != replied)
		claim = BOT_CLAIMS_OLD;
	return claim;
}

void bot_lesson_claim_refuse(const struct bot_call *call)
{
	struct bot_lesson_progress progress;

	bot_lesson_progress_get(call->host, call->message->sender, &progress);
	bool waits = progress.lesson != 0 && progress.post == 0;
	(void)bot_call_refuse(call);
	bot_whisper(
		call, waits ? BOT_MSG_LESSONS_STOPPED : BOT_MSG_CHOICE_OLD, (struct bot_args){0});
}
