#include "bot/host/language_offer.h"

#include "bot/base/attempt.h"
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
 * Whether the bot may offer a language: once, and only to somebody who can choose the language. In
 * private they must not have chosen one yet.
 */
static bool may_offer(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	char value[BOT_SETTING_SIZE];

	if (!message->private && !bot_call_moderates(call))
		return false;
	if (bot_found(
		    bot_store_setting(call->host->store, BOT_OF_USER, message->sender, KEY, value)))
		return false;
	if (!message->private)
		return true;
	return !bot_language_chosen(call->host, BOT_OF_USER, message->sender, NULL);
}

void bot_language_offer(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_page page;

	if (call->mute || message->answer || message->kind != BOT_WRITTEN || call->words.count == 0)
		return;
	const char *word = call->words.word[0];
	const struct bot_lang *lang = strlen(word) < SHORTEST || needs_no_offer(call->command)
					      ? NULL
					      : bot_words_language(word, call->lang);
	if (!lang || !may_offer(call))
		return;
	bot_must(bot_store_set_setting(call->host->store, BOT_OF_USER, message->sender, KEY, ""));
	bot_page_init(&page, lang);
	bot_page_say(
		&page, BOT_MSG_LANGUAGE_OFFER, &(struct bot_args){.prefix = bot_call_prefix(call)});
	bot_reply_page(call, &page);
}
