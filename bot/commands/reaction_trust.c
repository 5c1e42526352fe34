#include "bot/commands/reaction_trust.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/commands/command.h"
#include "bot/commands/private_form.h"
#include "bot/play/early_ending.h"
#include "bot/text/words.h"

#include <strings.h>

#define KEY "reactions" /* the user's setting: "on" or not set */

bool bot_reaction_trust_chosen(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	return bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
}

/* Whether the user has, or had, a verified device. */
static bool has_device(struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;

	return bot_private_form_has_device(host, user) ||
	       (port->protection &&
		       port->protection(port->self, user, BOT_FORM_ENCRYPTED) == BOT_PROTECTED);
}

/* Whether the bot takes a reaction in an encrypted room for the user's own. */
static bool is_user_trusted(struct bot_host *host, const char *user)
{
	return !has_device(host, user) || bot_reaction_trust_chosen(host, user);
}

bool bot_reaction_trust_plays_in_private(struct bot_host *host, const char *user)
{
	return !host->port->protection || bot_private_form_protection(host, user) == BOT_PLAIN ||
	       is_user_trusted(host, user);
}

bool bot_reaction_trust_check(struct bot_call *call, enum bot_reaction_power power)
{
	const struct bot_message *message = call->message;

	call->unproven = message->reply_forgeable && !is_user_trusted(call->host, message->sender);
	if (!call->unproven || power == BOT_REACTION_REFUSES)
		return true;
	return power == BOT_REACTION_ENTERS &&
	       bot_early_ending_trusts_reactions(call->host, message->sender);
}

void bot_reaction_trust_refuse(struct bot_call *call)
{
	bot_reply(
		call, BOT_MSG_REACTION_REFUSED, (struct bot_args){.prefix = bot_call_prefix(call)});
}

void bot_run_reactions(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	bool on = strcasecmp(word, "on") == 0;

	if (!on && strcasecmp(word, "off") != 0) {
		bot_ask_for_option(call, BOT_MSG_REACTIONS_WHICH, 1, "on off");
		return;
	}
	if (on && call->host->port->protection && !call->message->proven) {
		bot_reply(call, BOT_MSG_REACTIONS_PROOF, args);
		return;
	}
	bot_store_set_setting(
		call->host->store, BOT_OF_USER, call->message->sender, KEY, on ? "on" : NULL);
	bot_reply(call, on ? BOT_MSG_REACTIONS_ON : BOT_MSG_REACTIONS_OFF, args);
}
