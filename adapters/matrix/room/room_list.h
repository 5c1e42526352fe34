/* The list of the rooms that the bot is in, for the bot's admins. */
#ifndef ADAPTERS_MATRIX_ROOM_ROOM_LIST_H
#define ADAPTERS_MATRIX_ROOM_ROOM_LIST_H

#include "bot/store/store.h"

#include <stdbool.h>

/*
 * Writes the first room, in the byte order of the ids, that comes after `after` and that the bot is
 * in. `room` may be the same array as `after`. Returns false if there is no such room, or if the
 * store can't be read.
 */
bool mx_room_list_next(struct bot_store *store, const char *after, char room[BOT_ID_SIZE]);

#endif
