#include "bot/commands/reaction_trust.h"

#include "bot/call/question.h"
#include "bot/commands/private_form.h"
#include "bot/play/early_ending.h"
#include "bot/show/known_device.h"
#include "bot/text/words.h"

#include <strings.h>

#define KEY "reactions" /* the user's setting: "on" or not set */

enum bot_error bot_reaction_trust_chosen(struct bot_host *host, const char *user, bool *chosen)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	if (!error || error == BOT_NOT_FOUND)
		*chosen = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Finds out whether the user has, or had, a verified device. */
static enum bot_error has_device(struct bot_host *host, const char *user, bool *has)
{
	const struct bot_port *port = host->port;

	enum bot_error error = bot_known_device_find(host, user, has);
	if (!error && !*has && port->protection)
		*has = port->protection(port->self, user, BOT_FORM_ENCRYPTED) == BOT_PROTECTED;
	return error;
}

/* Finds out whether the bot takes a reaction in an encrypted room for the user's own. */
static enum bot_error is_user_trusted(struct bot_host *host, const char *user, bool *trusted)
{
	bool has = false;

	*trusted = true;
	enum bot_error error = has_device(host, user, &has);
	if (error || !has)
		return error;
	return bot_reaction_trust_chosen(host, user, trusted);
}

/* Finds out whether the bot takes the message for the sender's own, whatever it does. */
static enum bot_error is_trusted(
	struct bot_host *host, const struct bot_message *message, bool *trusted)
{
	*trusted = true;
	if (!message->reply_forgeable)
		return BOT_OK;
	return is_user_trusted(host, message->sender, trusted);
}

enum bot_error bot_reaction_trust_plays_in_private(
	struct bot_host *host, const char *user, bool *plays)
{
	enum bot_protection protection = BOT_PLAIN;
	enum bot_error error = BOT_OK;

	*plays = true;
	if (host->port->protection)
		error = bot_private_form_protection(host, user, &protection);
	if (error || protection == BOT_PLAIN)
		return error;
	return is_user_trusted(host, user, plays);
}

enum bot_error bot_reaction_trust_check(
	struct bot_call *call, enum bot_reaction_power power, bool *counts)
{
	const struct bot_message *message = call->message;
	bool trusted;

	enum bot_error error = is_trusted(call->host, message, &trusted);
	if (error)
		return error;
	call->unproven = !trusted;
	*counts = trusted || power == BOT_REACTION_REFUSES;
	if (trusted || power != BOT_REACTION_ENTERS)
		return BOT_OK;
	return bot_early_ending_trusts_reactions(call->host, message->sender, counts);
}

enum bot_error bot_reaction_trust_refuse(struct bot_call *call)
{
	return bot_reply(
		call, BOT_MSG_REACTION_REFUSED, (struct bot_args){.prefix = bot_call_prefix(call)});
}

enum bot_error bot_run_reactions(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	bool on = strcasecmp(word, "on") == 0;

	if (!on && strcasecmp(word, "off") != 0)
		return bot_ask_for_option(call, BOT_MSG_REACTIONS_WHICH, 1, "on off");
	if (on && call->host->port->protection && !call->message->proven)
		return bot_reply(call, BOT_MSG_REACTIONS_PROOF, args);
	enum bot_error error = bot_store_set_setting(
		call->host->store, BOT_OF_USER, call->message->sender, KEY, on ? "on" : NULL);
	if (error)
		return error;
	return bot_reply(call, on ? BOT_MSG_REACTIONS_ON : BOT_MSG_REACTIONS_OFF, args);
}
