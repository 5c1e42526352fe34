#include "bot/commands/record_all.h"

#include "bot/archive/collection.h"
#include "bot/archive/retention.h"
#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/time.h"

/* Finds the match of the command's number, which must be one of the sender's ended matches. */
static bool find_first(const struct bot_call *call, struct bot_match *match)
{
	return bot_found(bot_store_match_get(call->host->store, call->words.id, match)) &&
	       bot_match_seat(match, call->message->sender) != EG_NOBODY && match->ended > 0;
}

/* Sends the file to the sender's private room, and says so in the room of the command. */
static void send(const struct bot_call *call, const struct bot_collection *collection)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.private = true,
		.to = message->sender,
		.file = {"engarde-matches.txt", "text/plain; charset=utf-8", collection->text,
			collection->size}};
	const struct bot_args args = {
		.count = (int64_t)collection->matches, .id = collection->older};
	struct bot_page page;

	const struct bot_lang *lang =
		bot_language_chosen(call->host, BOT_OF_USER, message->sender, call->lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_RECORD_ALL, &args);
	if (collection->older != 0) {
		bot_page_line(&page);
		bot_page_say(&page, BOT_MSG_RECORD_ALL_OLDER, &args);
	}
	if (message->private)
		bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, &page, NULL);
	if (!message->private)
		bot_reply(call, BOT_MSG_RECORD_ALL_SENT, args);
}

static void write_and_send(const struct bot_call *call, const struct bot_match *first)
{
	struct bot_collection collection = {0};
	const char *sender = call->message->sender;

	bot_collection_write(call->host, sender, first, &collection);
	if (collection.matches > 0)
		send(call, &collection);
	else
		bot_retention_reply(call, BOT_MSG_RECORD_ALL_NONE, (struct bot_args){0});
}

void bot_record_all(const struct bot_call *call)
{
	const char *sender = call->message->sender;
	struct bot_match first;

	if (call->words.id != 0 && !find_first(call, &first)) {
		bot_retention_reply(
			call, BOT_MSG_NO_SUCH_MATCH, (struct bot_args){.id = call->words.id});
		return;
	}
	int64_t wait = bot_allowance_take(call->host, BOT_ALLOW_RECORDS, sender, sender);
	if (wait == 0)
		write_and_send(call, call->words.id != 0 ? &first : NULL);
	else
		bot_reply(call, BOT_MSG_RECORD_ALL_LATER, (struct bot_args){.left = wait});
}
