#include "bot/call.h"

#include "bot/language.h"

#include <string.h>

const char *bot_call_prefix(const struct bot_call *call)
{
	return call->message->private ? "" : call->host->prefix;
}

enum bot_error bot_replied_to(const struct bot_call *call, int64_t *match)
{
	struct bot_post post = {0};

	if (!call->message->reply_to) {
		*match = 0;
		return BOT_OK;
	}
	enum bot_error error =
		bot_store_post_by_event(call->host->store, call->message->reply_to, &post);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*match = post.match;
	return BOT_OK;
}

/* Random, since a number could come again after a store is replaced by its backup. */
static void make_txn(struct bot_host *host, char txn[BOT_TXN_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bytes[(BOT_TXN_SIZE - 1) / 2];

	host->port->random(host->port->self, bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++) {
		txn[2 * i] = digits[bytes[i] >> 4];
		txn[2 * i + 1] = digits[bytes[i] & 15];
	}
	txn[BOT_TXN_SIZE - 1] = '\0';
}

enum bot_error bot_send(
	struct bot_host *host, struct bot_letter letter, const struct bot_page *page, int64_t *post)
{
	char txn[BOT_TXN_SIZE];

	make_txn(host, txn);
	letter.txn = txn;
	letter.made = host->port->now(host->port->self);
	letter.body = page ? page->body.data : "";
	letter.html = page && !page->html.cut ? page->html.data : NULL;
	return bot_outbox_add(host->store, &letter, post);
}

enum bot_error bot_reply_page(const struct bot_call *call, const struct bot_page *page)
{
	const struct bot_message *message = call->message;

	if (call->mute)
		return BOT_OK;
	if (message->private)
		return bot_whisper_page(call, page, 0);
	return bot_send(call->host, (struct bot_letter){.to = message->room}, page, NULL);
}

enum bot_error bot_whisper_page(
	const struct bot_call *call, const struct bot_page *page, int64_t match)
{
	struct bot_letter letter = {.private = true, .to = call->message->sender, .match = match};

	if (call->mute)
		return BOT_OK;
	return bot_send(call->host, letter, page, NULL);
}

enum bot_error bot_reply(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	struct bot_page page;

	args.prefix = bot_call_prefix(call);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, msg, &args);
	return bot_reply_page(call, &page);
}

enum bot_error bot_whisper(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	const struct bot_lang *lang = call->lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_user(call->host, call->message->sender, &lang);
	if (error)
		return error;
	args.prefix = "";
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &args);
	return bot_whisper_page(call, &page, 0);
}

enum bot_error bot_announce(struct bot_host *host, const struct bot_match *match, enum bot_msg msg,
	struct bot_args args)
{
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, match->room, &lang);
	if (error)
		return error;
	args.id = match->id;
	args.prefix = host->prefix;
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &args);
	return bot_send(
		host, (struct bot_letter){.to = match->room, .match = match->id}, &page, NULL);
}
