#include "bot/host/withdrawal.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/call/once.h"
#include "bot/commands/reactions.h"
#include "bot/host/command_run.h"
#include "bot/play/clocks.h"
#include "bot/store/events.h"

/*
 * Whether the removal counts. Most removed events are none that the bot has handled. After a
 * restart the adapter may report a removal again.
 */
static bool counts(struct bot_host *host, const char *event, const char *user)
{
	bool handled = false;

	bot_must(bot_store_is_handled(host->store, event, &handled));
	return handled && !bot_bans_hold_for(host, user);
}

static void withdraw(struct bot_host *host, const struct bot_message *message)
{
	const struct bot_call call = {.host = host, .message = message};
	char command[BOT_QUESTION_SIZE];

	bot_reaction_read_removed(&call, command);
	if (command[0] && !bot_once_is_again(host->store, message->sender, message->event))
		bot_command_obey(host, message, command);
}

/* Each reaction counts against the rate limits, so its removal need not. */
void bot_withdrawal_handle(
	struct bot_host *host, const char *room, bool private, const char *event, const char *user)
{
	const struct bot_message message = {.event = event,
		.room = room,
		.sender = user,
		.text = "",
		.private = private,
		.kind = BOT_REACTION};

	if (!counts(host, event, user))
		return;
	bot_clocks_update(host);
	withdraw(host, &message);
}
