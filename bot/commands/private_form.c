#include "bot/commands/private_form.h"

#include "bot/base/attempt.h"
#include "bot/challenge/limits.h"
#include "bot/show/introduction.h"
#include "bot/text/words.h"

#include <string.h>

/* Users' devices */

#define DEVICE "device" /* the user's setting: "verified" once such a device has written */

bool bot_private_form_has_device(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	return bot_store_setting(host->store, BOT_OF_USER, user, DEVICE, value);
}

void bot_private_form_note_device(struct bot_host *host, const struct bot_message *message)
{

	if (!message->proven || bot_private_form_has_device(host, message->sender))
		return;
	bot_store_set_setting(host->store, BOT_OF_USER, message->sender, DEVICE, "verified");
}

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

enum bot_private_form bot_private_form_chosen(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	if (!bot_store_setting(host->store, BOT_OF_USER, user, KEY, value))
		return BOT_FORM_CONFIGURED;
	return strcmp(value, names[BOT_FORM_CLEAR]) == 0 ? BOT_FORM_CLEAR : BOT_FORM_ENCRYPTED;
}

enum bot_protection bot_private_form_protection(struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;

	return port->protection(port->self, user, bot_private_form_chosen(host, user));
}

/*
 * Answers in the room where the sender wrote. The answer is in clear: perhaps the sender can't read
 * encrypted messages. It does not go to the private room, which the bot may leave now.
 */
static void answer(const struct bot_call *call, enum bot_msg msg)
{
	const struct bot_message *message = call->message;
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	struct bot_letter letter = {.to = message->room, .clear = true};
	BOT_PAGE(page);

	if (call->mute)
		return;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, msg, &args);
	bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, &page, NULL);
}

/* Leaves the sender's private room, if they have one, so that the adapter makes another one. */
static void leave_room(const struct bot_call *call)
{
	const char *user = call->message->sender;

	bot_leave_private_room(call->host, user);
	bot_store_set_private_room(call->host->store, user, NULL);
}

static void reach(const struct bot_call *call)
{
	const struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = call->message->sender,
		.origin = call->message->origin};

	bot_send(call->host, letter, NULL, NULL);
}

/*
 * Whether only a verified device may take the encryption away. If the bot knows no such device now,
 * but has known one, a server may be hiding it.
 */
static bool needs_proof(const struct bot_call *call, enum bot_protection now)
{
	return now == BOT_PROTECTED || now == BOT_UNCONFIRMED ||
	       (now == BOT_WITHHOLDING &&
		       bot_private_form_has_device(call->host, call->message->sender));
}

void bot_private_form_choose(struct bot_call *call, enum bot_private_form form)
{
	const struct bot_message *message = call->message;
	bool clear = form == BOT_FORM_CLEAR;

	if (!call->host->port->protection) {
		answer(call, BOT_MSG_HAND_NO_ENCRYPTION);
		return;
	}
	enum bot_protection now = bot_private_form_protection(call->host, message->sender);
	if (clear && (!message->proven || now == BOT_UNCONFIRMED) && needs_proof(call, now)) {
		answer(call, BOT_MSG_HAND_CLEAR_PROOF);
		return;
	}
	if (!bot_match_limits_check_new_room(call))
		return;
	bot_store_set_setting(call->host->store, BOT_OF_USER, message->sender, KEY, names[form]);
	answer(call, clear ? BOT_MSG_HAND_CLEAR : BOT_MSG_HAND_ENCRYPTED);
	/* The sender's room, or the next one if they have none, has the right form already. */
	bool fits = clear == (now == BOT_PLAIN);
	if (!fits)
		leave_room(call);
	if (clear && now == BOT_WITHHOLDING)
		bot_introduction_forget(call->host, message->sender);
	if (!fits || !message->private) /* else they wrote in the room that they keep */
		reach(call);
}
