#include "bot/commands/private_form.h"

#include "bot/challenge/limits.h"
#include "bot/show/introduction.h"
#include "bot/show/known_device.h"
#include "bot/text/words.h"

#include <string.h>

#define KEY "private" /* the user's setting: "clear", "encrypted", or not set */

static const char *const names[] = {
	[BOT_FORM_CLEAR] = "clear",
	[BOT_FORM_ENCRYPTED] = "encrypted",
};

enum bot_private_form bot_private_form_asked(const struct bot_words *words)
{
	size_t last = words->count - 1;

	if (words->count < 2 || words->count > 3 || words->id != 0 ||
		(!bot_words_mean(words->word[0], "hand") &&
			!bot_words_mean(words->word[0], "cards")) ||
		(words->count == 3 && !bot_words_is_in(words->word[1])))
		return BOT_FORM_CONFIGURED;
	if (bot_words_mean(words->word[last], names[BOT_FORM_CLEAR]))
		return BOT_FORM_CLEAR;
	return bot_words_mean(words->word[last], names[BOT_FORM_ENCRYPTED]) ? BOT_FORM_ENCRYPTED
									    : BOT_FORM_CONFIGURED;
}

enum bot_error bot_private_form_chosen(
	struct bot_host *host, const char *user, enum bot_private_form *form)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	*form = BOT_FORM_CONFIGURED;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	*form = strcmp(value, names[BOT_FORM_CLEAR]) == 0 ? BOT_FORM_CLEAR : BOT_FORM_ENCRYPTED;
	return BOT_OK;
}

enum bot_error bot_private_form_protection(
	struct bot_host *host, const char *user, enum bot_protection *protection)
{
	const struct bot_port *port = host->port;
	enum bot_private_form form;

	enum bot_error error = bot_private_form_chosen(host, user, &form);
	if (!error)
		*protection = port->protection(port->self, user, form);
	return error;
}

/*
 * Answers in the room where the sender wrote. The answer is in clear: perhaps the sender can't read
 * encrypted messages. It does not go to the private room, which the bot may leave now.
 */
static enum bot_error answer(const struct bot_call *call, enum bot_msg msg)
{
	const struct bot_message *message = call->message;
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	struct bot_letter letter = {.to = message->room, .clear = true};
	struct bot_page page;

	if (call->mute)
		return BOT_OK;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, msg, &args);
	bot_call_join_thread(call, &letter);
	return bot_send(call->host, letter, &page, NULL);
}

/* Leaves the sender's private room, if they have one, so that the adapter makes another one. */
static enum bot_error leave_room(const struct bot_call *call)
{
	const char *user = call->message->sender;

	enum bot_error error = bot_leave_private_room(call->host, user);
	return error ? error : bot_store_set_private_room(call->host->store, user, NULL);
}

static enum bot_error reach(const struct bot_call *call)
{
	const struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = call->message->sender,
		.origin = call->message->origin};

	return bot_send(call->host, letter, NULL, NULL);
}

/*
 * Finds out whether only a verified device may take the encryption away. If the bot knows no such
 * device now, but has known one, a server may be hiding it.
 */
static enum bot_error needs_proof(
	const struct bot_call *call, enum bot_protection now, bool *needed)
{
	*needed = now == BOT_PROTECTED || now == BOT_UNCONFIRMED;
	return now == BOT_WITHHOLDING
		       ? bot_known_device_find(call->host, call->message->sender, needed)
		       : BOT_OK;
}

enum bot_error bot_private_form_choose(struct bot_call *call, enum bot_private_form form)
{
	const struct bot_message *message = call->message;
	bool clear = form == BOT_FORM_CLEAR, allowed = false, refused = false;
	enum bot_protection now = BOT_PLAIN;

	if (!call->host->port->protection)
		return answer(call, BOT_MSG_HAND_NO_ENCRYPTION);
	enum bot_error error = bot_private_form_protection(call->host, message->sender, &now);
	if (error)
		return error;
	if (clear && (!message->proven || now == BOT_UNCONFIRMED))
		error = needs_proof(call, now, &refused);
	if (error)
		return error;
	if (refused)
		return answer(call, BOT_MSG_HAND_CLEAR_PROOF);
	error = bot_match_limits_check_new_room(call, &allowed);
	if (error || !allowed)
		return error;
	error = bot_store_set_setting(
		call->host->store, BOT_OF_USER, message->sender, KEY, names[form]);
	if (!error)
		error = answer(call, clear ? BOT_MSG_HAND_CLEAR : BOT_MSG_HAND_ENCRYPTED);
	/* The sender's room, or the next one if they have none, has the right form already. */
	bool fits = clear == (now == BOT_PLAIN);
	if (!error && !fits)
		error = leave_room(call);
	if (!error && clear && now == BOT_WITHHOLDING)
		error = bot_introduction_forget(call->host, message->sender);
	if (error || (fits && message->private)) /* they wrote in the room that they keep */
		return error;
	return reach(call);
}
