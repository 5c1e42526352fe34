#include "bot/host/language_offer.h"

#include "bot/commands/forgetting.h"
#include "bot/commands/language.h"
#include "bot/text/words.h"

#include <string.h>

#define KEY "language offered" /* the user's setting, which notes that the bot has offered one */

#define SHORTEST 3 /* bytes; a shorter word, such as "a", is the letter of a choice, too */

/* Whether the sender has just chosen a language, or has asked the bot to forget them. */
static bool needs_no_offer(const struct bot_command *command)
{
	return command && (command->run == bot_run_language || command->run == bot_run_forget);
}

/*
 * Finds out whether the bot may offer a language: once, and only to somebody who can choose the
 * language. In private they must not have chosen one yet.
 */
static enum bot_error may_offer(const struct bot_call *call, bool *may)
{
	const struct bot_message *message = call->message;
	const struct bot_lang *chosen = NULL;
	char value[BOT_SETTING_SIZE];

	*may = message->private || bot_call_moderates(call);
	if (!*may)
		return BOT_OK;
	enum bot_error error =
		bot_store_setting(call->host->store, BOT_OF_USER, message->sender, KEY, value);
	if (!error)
		*may = false;
	if (error != BOT_NOT_FOUND || !message->private)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_language_chosen(call->host, BOT_OF_USER, message->sender, &chosen);
	*may = !chosen;
	return error;
}

enum bot_error bot_language_offer(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_lang *lang;
	struct bot_page page;
	bool may;

	if (call->mute || message->answer || message->kind != BOT_WRITTEN || call->words.count == 0)
		return BOT_OK;
	const char *word = call->words.word[0];
	lang = strlen(word) < SHORTEST || needs_no_offer(call->command)
		       ? NULL
		       : bot_words_language(word, call->lang);
	if (!lang)
		return BOT_OK;
	enum bot_error error = may_offer(call, &may);
	if (error || !may)
		return error;
	error = bot_store_set_setting(call->host->store, BOT_OF_USER, message->sender, KEY, "");
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(
		&page, BOT_MSG_LANGUAGE_OFFER, &(struct bot_args){.prefix = bot_call_prefix(call)});
	return bot_reply_page(call, &page);
}
