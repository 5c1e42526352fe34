#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/web_link.h"
#include "bot/match/shuffle.h"
#include "bot/play/record.h"
#include "bot/text/words.h"

#include <sodium.h>
#include <string.h>

/* Finds the match of the command's number, which must be one of the sender's ended matches. */
static bool find_first(const struct bot_call *call, struct bot_match *match)
{
	return bot_store_match_get(call->host->store, call->words.id, match) &&
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
	BOT_PAGE(page);

	const struct bot_lang *lang =
		bot_language_chosen(call->host, BOT_OF_USER, message->sender, call->lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_RECORD_ALL, &args);
	if (collection->older != 0)
		bot_page_say_below(&page, BOT_MSG_RECORD_ALL_OLDER, &args);
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

/*
 * Sends the sender their matches in private, wherever they have asked. A file has many records, so
 * each user has an allowance.
 */
static void send_all(const struct bot_call *call)
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

/*
 * In a room everybody may see the matches of that room. In private, players may see their own
 * matches.
 */
static bool may_see(const struct bot_call *call, const struct bot_match *match)
{
	const struct bot_message *message = call->message;

	if (message->private)
		return bot_match_seat(match, message->sender) != EG_NOBODY;
	return strcmp(match->room, message->room) == 0;
}

bool bot_record_find(const struct bot_call *call, int64_t *which, struct bot_match *match)
{
	const struct bot_message *message = call->message;
	struct bot_store *store = call->host->store;
	int64_t id = call->words.id;

	if (id == 0)
		id = bot_call_replied_match(call);
	*which = id;
	if (id == 0)
		return bot_store_match_last(
			store, message->private ? NULL : message->room, message->sender, match);
	return bot_store_match_get(store, id, match) && may_see(call, match);
}

/*
 * Answers about a match that has not been dealt, with the commitment to its shuffles. A match
 * without a commitment is answered like one that does not exist.
 */
static void say_undealt(const struct bot_call *call, const struct bot_match *match)
{
	char commitment[EG_KEY_TEXT];
	struct bot_shuffle shuffle;

	if (!bot_store_shuffle(call->host->store, match->id, &shuffle)) {
		bot_reply(call, BOT_MSG_NO_SUCH_MATCH, (struct bot_args){.id = match->id});
		return;
	}
	bot_shuffle_secret(call->host, match->id, &shuffle, 0, commitment);
	sodium_memzero(&shuffle, sizeof(shuffle));
	bot_reply(call, BOT_MSG_COMMITMENT,
		(struct bot_args){.id = match->id, .commitment = commitment});
}

/*
 * Finds the match that the command is about and writes its record. If this is not possible, tells
 * the sender why and returns NULL.
 */
static char *write_selected(const struct bot_call *call, struct bot_match *match, bool *proven)
{
	char *text = NULL;
	int64_t id = 0;

	if (!bot_record_find(call, &id, match))
		bot_retention_reply(call, id != 0 ? BOT_MSG_NO_SUCH_MATCH : BOT_MSG_NO_RECORD,
			(struct bot_args){.id = id});
	else if (!bot_record_write(call->host, match, &text, proven))
		bot_reply(call, BOT_MSG_NOT_RECORDED, (struct bot_args){.id = match->id});
	else if (!text)
		say_undealt(call, match);
	return text;
}

void bot_run_record(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.private = message->private,
		.to = message->private ? message->sender : message->room};
	struct bot_match match;
	BOT_PAGE(page);
	char name[BOT_NAME_SIZE];
	struct bot_text file;
	bool proven;

	if (call->words.count == 2 && bot_words_mean(call->words.word[1], "all")) {
		send_all(call);
		return;
	}
	if (call->words.count > 1) {
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1);
		return;
	}
	char *text = write_selected(call, &match, &proven);
	if (!text)
		return;
	file = bot_text_in(name, sizeof(name));
	bot_text_add(&file, "engarde-");
	bot_text_add_number(&file, match.id);
	bot_text_add(&file, ".txt");
	letter.match = match.id;
	bot_call_join_thread(call, &letter);
	letter.file = (struct bot_file){name, "text/plain; charset=utf-8", text, strlen(text)};
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_RECORD, &(struct bot_args){.id = match.id});
	if (bot_web_link_is_available(call->host) && match.status == BOT_ENDED) {
		bot_page_line(&page);
		bot_web_link_add_replay(call->host, &page, match.id);
	}
	bot_send(call->host, letter, &page, NULL);
}

void bot_run_verify(struct bot_call *call)
{
	struct bot_match match;
	BOT_PAGE(page);
	bool proven;

	if (call->words.count > 1) {
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1);
		return;
	}
	char *text = write_selected(call, &match, &proven);
	if (!text)
		return;
	bot_page_init(&page, call->lang);
	bot_record_check(&match, text, proven, bot_call_prefix(call), &page);
	bot_reply_page(call, &page);
}
