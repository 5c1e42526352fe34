#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/play/analysis_queue.h"
#include "bot/play/record.h"
#include "bot/store/rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns a request of the sender, in the place and the thread of their message. */
static struct bot_analysis_request begin_request(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_analysis_request request = {.private = message->private};

	snprintf(request.to, sizeof(request.to), "%s",
		message->private ? message->sender : message->room);
	snprintf(request.asker, sizeof(request.asker), "%s", message->sender);
	if (message->thread)
		snprintf(request.thread, sizeof(request.thread), "%s", message->thread);
	return request;
}

/* Tells somebody who asks on the page that the analysis comes there and to the chat. */
static void say_coming(const struct bot_call *call, int64_t match)
{
	call->message->answer->later = true;
	bot_reply(call, BOT_MSG_TAP_ANALYSIS, (struct bot_args){.id = match});
}

/*
 * Says in the chat that the bot is at work. This message becomes the answer. If somebody asks on
 * the page, also says there that the answer comes to the chat.
 */
static void ask(const struct bot_call *call, int64_t match)
{
	struct bot_analysis_request request = begin_request(call);
	struct bot_letter letter = {.private = request.private, .to = request.to, .match = match};
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_ANALYSIS_THINKING, &(struct bot_args){.id = match});
	bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, &page, &request.post);
	bot_store_analysis_ask(call->host->store, match, &request);
	if (call->message->answer)
		say_coming(call, match);
}

/* Returns whether somebody waits for the analysis in the place of the message. */
static bool is_asked(const struct bot_call *call, int64_t match)
{
	const struct bot_analysis_request own = begin_request(call);
	struct bot_analysis_request list[BOT_ANALYSIS_REQUESTS];
	size_t count;

	bot_store_analysis_requests(call->host->store, match, list, BOT_ANALYSIS_REQUESTS, &count);
	for (size_t i = 0; i < count; i++)
		if (list[i].private == own.private && strcmp(list[i].to, own.to) == 0)
			return true;
	return false;
}

/* Answers that the bot is at work already. In another place than before, waits there, too. */
static void join(const struct bot_call *call, int64_t match)
{
	if (!is_asked(call, match))
		ask(call, match);
	else if (call->message->answer)
		say_coming(call, match);
	else
		bot_reply(call, BOT_MSG_ANALYSIS_ALREADY, (struct bot_args){.id = match});
}

/*
 * Puts the analysis into the queue, unless there is nothing to analyse or no place in the queue. If
 * the page asks again for one that is no longer under way, the chat has been told why.
 */
static void queue(const struct bot_call *call, const struct bot_match *match)
{
	const struct bot_args args = {.id = match->id};
	bool acted[2] = {false, false};

	if (call->message->answer && call->message->answer->again) {
		bot_reply(call, BOT_MSG_TAP_ANALYSIS, args);
		return;
	}
	bot_store_acted(call->host->store, match, acted);
	if (!acted[EG_WHITE] && !acted[EG_BLACK]) {
		bot_reply(call, BOT_MSG_ANALYSIS_NOTHING, args);
		return;
	}
	enum bot_analysis_place place = bot_analysis_queue_add(call, match->id);
	if (place == BOT_ANALYSIS_QUEUED)
		ask(call, match->id);
	else
		bot_reply(call,
			place == BOT_ANALYSIS_FULL ? BOT_MSG_ANALYSIS_BUSY
						   : BOT_MSG_ANALYSIS_ENOUGH,
			args);
}

/*
 * Shows the stored analysis where the sender has asked: on the page or in the chat. Returns false
 * if the text is not readable.
 */
static bool show(const struct bot_call *call, const struct bot_match *match, const char *text)
{
	const struct bot_analysis_request request = begin_request(call);
	BOT_PAGE(page);

	if (!call->message->answer)
		return bot_analysis_send(call->host, match, text, &request);
	if (!bot_analysis_write(call->host, match, text, &request, &page))
		return false;
	bot_reply_page(call, &page);
	return true;
}

/* Answers at once if the store has the analysis. Otherwise the analysis must be made. */
static void answer(const struct bot_call *call, const struct bot_match *match)
{
	char *text = NULL;

	bool found = bot_store_analysis_get(call->host->store, match->id, &text);
	bot_scratch_own(text, free);
	if (found && !text)
		join(call, match->id);
	else if (!found || !show(call, match, text))
		queue(call, match);
}

/* Answers that there is no such match here, and how to find the number of a match. */
static void reply_unknown(const struct bot_call *call, int64_t match)
{
	const struct bot_args args = {.id = match, .prefix = bot_call_prefix(call)};
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_ANALYSIS_UNKNOWN, &args);
	if (!call->message->private)
		bot_page_say(&page, BOT_MSG_ANALYSIS_HISTORY, &args);
	bot_retention_say(call->host, &page);
	bot_reply_page(call, &page);
}

void bot_run_analysis(struct bot_call *call)
{
	struct bot_match match;
	int64_t id = 0;

	bool found = bot_record_find(call, &id, &match) && match.status != BOT_CHALLENGE &&
		     (match.status != BOT_ENDED || match.ended > 0);
	if (!found && id != 0)
		reply_unknown(call, id);
	else if (!found)
		bot_retention_reply(call, BOT_MSG_ANALYSIS_NONE, (struct bot_args){0});
	else if (match.status != BOT_ENDED)
		bot_reply(call, BOT_MSG_ANALYSIS_LATER, (struct bot_args){.id = match.id});
	else
		answer(call, &match);
}
