#include "adapters/matrix/room/room_list.h"

#include "adapters/matrix/room/room_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the id of the first room with a value in the store, whether the bot is in it or not. */
static bool find_next(struct bot_store *store, const char *after, char room[BOT_ID_SIZE])
{
	char from[sizeof(MX_ROOM_KEY) + BOT_ID_SIZE];
	char *key = NULL;

	snprintf(from, sizeof(from), "%s%s", MX_ROOM_KEY, after);
	if (bot_store_key_between(store, from, MX_ROOM_KEY_END, &key) != BOT_OK)
		return false;
	snprintf(room, BOT_ID_SIZE, "%s", key + strlen(MX_ROOM_KEY));
	free(key);
	return true;
}

bool mx_room_list_next(struct bot_store *store, const char *after, char room[BOT_ID_SIZE])
{
	bool found = find_next(store, after, room);

	while (found && !mx_room_is_inside(store, room))
		found = find_next(store, room, room);
	return found;
}
