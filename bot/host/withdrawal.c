#include "bot/host/withdrawal.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/call/once.h"
#include "bot/commands/reactions.h"
#include "bot/host/command_run.h"
#include "bot/play/clocks.h"
#include "bot/store/events.h"

/*
 * Finds out whether the removal counts. Most removed events are none that the bot has handled.
 * After a restart the adapter may report a removal again.
 */
static void counts(struct bot_host *host, const char *event, const char *user, bool *yes)
{
	bool banned = false;
	bot_must(bot_store_is_handled(host->store, event, yes));

	if (*yes)
		banned = bot_bans_hold_for(host, user);
	*yes = *yes && !banned;
}

static void withdraw(struct bot_host *host, const struct bot_message *message)
{
	const struct bot_call call = {.host = host, .message = message};
	char command[BOT_QUESTION_SIZE];
	bool again = false;

	bot_reaction_read_removed(&call, command);
	if (command[0])
		again = bot_once_is_again(host->store, message->sender, message->event);
	if (!(again || !command[0]))
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
	bool yes = false;

	counts(host, event, user, &yes);
	if (yes)
		bot_clocks_update(host);
	if (yes)
		withdraw(host, &message);
}
