/* Rooms: each user's private room, and what the store does when a room changes. */
#ifndef BOT_STORE_ROOMS_H
#define BOT_STORE_ROOMS_H

#include "bot/store/database.h"

/*
 * A user has at most one private room, which the store never forgets by itself. BOT_NOT_FOUND: the
 * user has none.
 */
BOT_MUST_USE enum bot_error bot_store_private_room(
	struct bot_store *store, const char *user, char room[BOT_ID_SIZE]);
/* The user whose private room this is. BOT_NOT_FOUND: it is no private room. */
BOT_MUST_USE enum bot_error bot_store_private_user(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE]);
/*
 * Makes `room` the user's private room, instead of the user's old one; if it was another user's
 * private room, that user has none any more. NULL: forgets the user's private room.
 */
BOT_MUST_USE enum bot_error bot_store_set_private_room(
	struct bot_store *store, const char *user, const char *room);

/* Adds the number of messages seen in a room to the count of each match's board there. */
BOT_MUST_USE enum bot_error bot_store_room_scrolled(
	struct bot_store *store, const char *room, unsigned messages);

/*
 * Another room replaces a room: its matches, ratings and settings, the user of a private room, and
 * the messages waiting in the outbox move to the new room. The bot cannot edit a post of the old
 * room from the new one. So the next edit of such a post, also an edit that waits already, becomes
 * a new message, and the post names the new message from then on.
 */
BOT_MUST_USE enum bot_error bot_store_room_moved(
	struct bot_store *store, const char *old_room, const char *new_room);

/*
 * The bot has left a room, at `when`. bot_store_prune deletes the room's settings BOT_ROOM_KEPT
 * later, unless the bot enters the room again.
 */
BOT_MUST_USE enum bot_error bot_store_room_left(
	struct bot_store *store, const char *room, int64_t when);
BOT_MUST_USE enum bot_error bot_store_room_entered(struct bot_store *store, const char *room);

#endif
