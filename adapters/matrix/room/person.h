/*
 * Exports or erases one person: the values of the Matrix adapter in the store that name a user.
 * bot/store/person.h does the same for the tables of the store.
 */
#ifndef MX_PERSON_H
#define MX_PERSON_H

#include "bot/store/person.h"
#include "bot/store/store.h"

/* The keys of these values. The user's id follows the first two. room_state.h has a room's key. */
#define MX_INVITED_ROOMS_KEY "matrix.rooms.of." /* room/room_state.c */
#define MX_UNSIGNED_KEY      "matrix.unsigned." /* send/private_room.c */
#define MX_SEALED_KEY        "matrix.sealed"    /* e2ee/waiting_events.c */

/*
 * Calls `take` once for each value that is about the user. bot_store_person_rows says what `kind`
 * and `columns` are; `take` borrows both. `user` may be any text.
 */
BOT_MUST_USE enum bot_error mx_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self);

/*
 * Erases the user: deletes the values about them. In the values of rooms, replaces their id by an
 * id on the same server, made from `alias` ("erased-1"): the adapter needs the server of a room's
 * inviter, and later lowers the inviter's count of rooms.
 *
 * Call it in a transaction, after bot_store_person_erase, which makes SQLite overwrite all that the
 * transaction deletes.
 */
BOT_MUST_USE enum bot_error mx_person_erase(
	struct bot_store *store, const char *user, const char *alias);

#endif
