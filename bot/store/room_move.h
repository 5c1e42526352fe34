/* Moves what the store knows about a room to the room that replaces it. */
#ifndef BOT_STORE_ROOM_MOVE_H
#define BOT_STORE_ROOM_MOVE_H

#include "bot/store/database.h"

/*
 * Moves the data of `old_room` to `new_room`, the room that replaces the old one. The matches,
 * ratings, settings and links (web_links.h) of the old room move to the new one, and so do the
 * messages that wait in the outbox. If the old room was a user's private room, the new room becomes
 * the private room of this user. In the new room the bot cannot edit a message of the old room. So
 * for each post (see outbox.h) of the old room, the next edit becomes a new message, even if the
 * edit waits in the outbox already. The post then names the new message.
 */
BOT_MUST_USE enum bot_error bot_store_room_moved(
	struct bot_store *store, const char *old_room, const char *new_room);

#endif
