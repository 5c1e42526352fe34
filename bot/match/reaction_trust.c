#include "bot/match/reaction_trust.h"

#include "bot/text/words.h"

#include <strings.h>

#define CHOSEN "reactions" /* the user's setting: "on" or not set */
#define DEVICE "device" /* "verified" once a verified device of the user has written, or not set   \
			 */

static enum bot_error is_set(
	struct bot_host *host, const char *user, const char *setting, bool *set)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, setting, value);
	if (!error || error == BOT_NOT_FOUND)
		*set = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_reaction_trust_chosen(struct bot_host *host, const char *user, bool *chosen)
{
	return is_set(host, user, CHOSEN, chosen);
}

enum bot_error bot_reaction_trust_note(struct bot_host *host, const struct bot_message *message)
{
	bool known = true;

	if (!message->proven)
		return BOT_OK;
	enum bot_error error = is_set(host, message->sender, DEVICE, &known);
	if (error || known)
		return error;
	return bot_store_set_setting(host->store, BOT_OF_USER, message->sender, DEVICE, "verified");
}

/* Finds out whether the user has, or had, a verified device. */
static enum bot_error has_device(struct bot_host *host, const char *user, bool *has)
{
	const struct bot_port *port = host->port;

	enum bot_error error = is_set(host, user, DEVICE, has);
	if (!error && !*has && port->protection)
		*has = port->protection(port->self, user, BOT_FORM_ENCRYPTED) == BOT_PROTECTED;
	return error;
}

enum bot_error bot_reaction_trust_check(
	struct bot_host *host, const struct bot_message *message, bool *counts)
{
	bool has = false;

	*counts = true;
	if (!message->reply_forgeable)
		return BOT_OK;
	enum bot_error error = has_device(host, message->sender, &has);
	if (error || !has)
		return error;
	return bot_reaction_trust_chosen(host, message->sender, counts);
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
		return bot_reply_wrong(call, BOT_MSG_REACTIONS_WHICH, 1);
	if (on && call->host->port->protection && !call->message->proven)
		return bot_reply(call, BOT_MSG_REACTIONS_PROOF, args);
	enum bot_error error = bot_store_set_setting(
		call->host->store, BOT_OF_USER, call->message->sender, CHOSEN, on ? "on" : NULL);
	if (error)
		return error;
	return bot_reply(call, on ? BOT_MSG_REACTIONS_ON : BOT_MSG_REACTIONS_OFF, args);
}
