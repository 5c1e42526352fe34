#include "bot/lesson/progress.h"

#include "bot/base/attempt.h"
#include "bot/lesson/lesson_page.h"
#include "bot/match/loading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define KEY "lesson" /* the user's setting: the number of the lesson and the id of the post */

struct bot_lesson_progress bot_lesson_progress_get(struct bot_host *host, const char *user)
{
	struct bot_lesson_progress none = {0};
	char value[BOT_SETTING_SIZE];
	char *rest;

	if (!bot_found(bot_store_setting(host->store, BOT_OF_USER, user, KEY, value)))
		return none;
	unsigned long lesson = strtoul(value, &rest, 10);
	if (lesson < 1 || lesson > BOT_LESSONS)
		return none;
	return (struct bot_lesson_progress){lesson, strtoll(rest, NULL, 10)};
}

void bot_lesson_progress_save(
	struct bot_host *host, const char *user, struct bot_lesson_progress progress)
{
	char value[BOT_SETTING_SIZE];

	snprintf(value, sizeof(value), "%zu %" PRId64, progress.lesson, progress.post);
	bot_must(bot_store_set_setting(
		host->store, BOT_OF_USER, user, KEY, progress.lesson == 0 ? NULL : value));
}

/*
 * Returns whether the bot has written to the user about one of the matches after the post: a list
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

	if (post == 0)
		return BOT_CLAIMS_NOTHING;
	const struct bot_match_list *matches = bot_match_list_load(call->host->store, &filter);
	return has_newer_message(call, post, matches) ? BOT_CLAIMS_NOTHING : BOT_CLAIMS_ANSWER;
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
	bool names;

	if (!message->private || message->answer || call->words.id != 0)
		return BOT_CLAIMS_NOTHING;
	progress = bot_lesson_progress_get(call->host, message->sender);
	enum bot_lesson_claim replied = claim_reply(call, progress.post, &names);
	if (names && !message->reply_forgeable)
		return replied;
	enum bot_lesson_claim newest = claim_newest(call, progress.post);
	return names && newest != replied ? BOT_CLAIMS_OLD : newest;
}

void bot_lesson_claim_refuse(const struct bot_call *call)
{
	struct bot_lesson_progress progress =
		bot_lesson_progress_get(call->host, call->message->sender);
	bool waits = progress.lesson != 0 && progress.post == 0;
	(void)bot_call_refuse(call);
	bot_whisper(
		call, waits ? BOT_MSG_LESSONS_STOPPED : BOT_MSG_CHOICE_OLD, (struct bot_args){0});
}
