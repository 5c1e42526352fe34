#include "bot/commands/private_challenge.h"

#include "bot/text/name.h"

void bot_ask_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared)
{
	char name[BOT_LABEL_SIZE];
	struct bot_page page;

	bot_name_label(call->host->store, user, name);
	bot_write_reply(call, BOT_MSG_SHARED_SEVERAL, (struct bot_args){.name = name}, &page);
	bot_shared_rooms_ask(call, &page, shared);
}

void bot_reply_no_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared)
{
	char name[BOT_LABEL_SIZE], command[BOT_ROOM_COMMAND_SIZE];

	bot_name_label(call->host->store, user, name);
	if (shared->count == 0 && shared->incomplete) {
		bot_reply(call, BOT_MSG_SHARED_LATER, (struct bot_args){.name = name});
		return;
	}
	bot_call_room_command(call, command);
	bot_reply(call, BOT_MSG_SHARED_NONE,
		(struct bot_args){.name = name, .command = command, .bot = call->host->port->user});
}
