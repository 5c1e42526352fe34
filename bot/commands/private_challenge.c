#include "bot/commands/private_challenge.h"

#include "bot/call/people.h"
#include "bot/text/name.h"

#include <string.h>

/* The most rooms that one command looks at: with private rooms, and without them. */
#define READ_MOST  500
#define ROOMS_MOST 32

static bool is_private(const struct bot_call *call, const char *room)
{
	char owner[BOT_ID_SIZE];

	return bot_store_private_user(call->host->store, room, owner) != BOT_NOT_FOUND;
}

void bot_find_shared_room(
	const struct bot_call *call, const char *user, struct bot_shared_room *shared)
{
	const struct bot_port *port = call->host->port;
	char room[BOT_ID_SIZE] = "";
	size_t rooms = 0;

	*shared = (struct bot_shared_room){.count = 0};
	if (!port->next_room || !port->each_person)
		return;
	for (size_t i = 0; i < READ_MOST && rooms < ROOMS_MOST; i++) {
		if (!port->next_room(port->self, room, room))
			return;
		if (is_private(call, room))
			continue;
		rooms++;
		switch (bot_people_share_room(call, room, user)) {
		case BOT_PEOPLE_SHARE:
			if (shared->count++ == 0)
				memcpy(shared->room, room, sizeof(room));
			break;
		case BOT_PEOPLE_MAY_SHARE:
			shared->incomplete = true;
			break;
		case BOT_PEOPLE_DO_NOT_SHARE:
			break;
		}
	}
}

enum bot_error bot_reply_no_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_room *shared)
{
	char name[BOT_LABEL_SIZE], command[BOT_ROOM_COMMAND_SIZE];

	if (shared->count == 0 && shared->incomplete)
		return bot_reply(call, BOT_MSG_SHARED_LATER, (struct bot_args){0});
	enum bot_error error = bot_name_label(call->host->store, user, name);
	if (error)
		return error;
	bot_call_room_command(call, command);
	return bot_reply(call, shared->count > 1 ? BOT_MSG_SHARED_SEVERAL : BOT_MSG_SHARED_NONE,
		(struct bot_args){.name = name, .command = command, .bot = call->host->port->user});
}
