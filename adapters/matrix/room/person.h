/*
 * Exports or erases what the Matrix adapter has stored about one person. bot/store/person.h does
 * this for the tables of the store.
 */
#ifndef ADAPTERS_MATRIX_ROOM_PERSON_H
#define ADAPTERS_MATRIX_ROOM_PERSON_H

#include "bot/store/person.h"
#include "bot/store/store.h"

/*
 * The keys under which the store has values about users. The first two keys are followed by the
 * user's id. room_state.h has the key of a room, whose value may name users, too.
 */
#define MX_INVITED_ROOMS_KEY "matrix.rooms.of." /* room/room_state.c */
#define MX_UNSIGNED_KEY      "matrix.unsigned." /* send/private_room.c */
#define MX_SEALED_KEY        "matrix.sealed"    /* e2ee/waiting_events.c */
#define MX_SEALED_EVENT_KEY  "matrix.sealed."   /* with a number: e2ee/waiting_events.c */

/*
 * Calls `take` once for each value that is about the user. bot_store_person_rows explains `kind`
 * and `columns`, which `take` borrows. `user` may be any text.
 */
BOT_MUST_USE enum bot_error mx_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self);

/*
 * Erases the user. Deletes the values about them. In the values of rooms, replaces the user's id by
 * an id on the same server, made from `alias` ("erased-1"). The adapter needs such an id when the
 * bot leaves a room: it then lowers the counts of the inviter and of the inviter's server.
 *
 * Call it in a transaction, after bot_store_person_erase, which makes SQLite overwrite all that the
 * transaction deletes.
 */
BOT_MUST_USE enum bot_error mx_person_erase(
	struct bot_store *store, const char *user, const char *alias);

/*
 * Erases the values about the user that nobody needs any more while the bot runs. Keeps what the
 * bot has to know of its rooms: who moderates a room, and for whom it counts. Also keeps the
 * notes that limit how often the bot tells the user of an event that it can't read.
 */
BOT_MUST_USE enum bot_error mx_person_forget(struct bot_store *store, const char *user);

#endif
