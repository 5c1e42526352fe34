/*
 * Several accounts, one club. A store in a PostgreSQL database can have several accounts, each with
 * a process of its own. They share everything but the session and the device of an account
 * (bot/store/postgresql/accounts.sql lists the tables). Each process can handle any command: a row
 * of the outbox goes to the account that is in its room. A room, and the private room of a user,
 * belong to the account that was there first; its process runs the timers of the matches in the
 * room.
 *
 * A store in a file has one account, which hosts all rooms. Then there is nothing to find or to
 * note; what a function does in this case, it says if that is not plain.
 */
#ifndef BOT_STORE_ACCOUNTS_H
#define BOT_STORE_ACCOUNTS_H

#include "bot/base/loop_source.h"
#include "bot/store/database.h"

/* Returns whether the store had other accounts when the last transaction began. */
bool bot_store_is_shared(const struct bot_store *store);

/*
 * Finds out which account hosts a room, and makes this account its host if the room has none. Sets
 * *user to the other account that hosts it, or to "" if this one does.
 */
BOT_MUST_USE enum bot_error bot_store_room_host(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE]);

/*
 * Notes that `user`, if this is an account of the store, is not in the room any more. So the next
 * account that asks hosts it. Nothing can edit the messages that the old host has sent.
 */
BOT_MUST_USE enum bot_error bot_store_host_left(
	struct bot_store *store, const char *room, const char *user);

/* Finds out whether the user has a private room with another account. */
BOT_MUST_USE enum bot_error bot_store_is_private_elsewhere(
	struct bot_store *store, const char *user, bool *elsewhere);

/*
 * Begins or ends that this account sends the rows that it adds, whoever hosts their room. The end
 * of the transaction ends it, too.
 */
BOT_MUST_USE enum bot_error bot_store_speak_alone(struct bot_store *store, bool on);

/*
 * Calls `visit` once for each account, with the values of this account (bot_store_get, and so on).
 * `account` is its user id, which may be empty. With a store in a file, calls it once, with an
 * empty `account`.
 */
BOT_MUST_USE enum bot_error bot_store_each_account(struct bot_store *store,
	enum bot_error (*visit)(struct bot_store *store, const char *account, void *self),
	void *self);

/*
 * Calls `visit` with the values of the account that hosts the room. `account` is its user id, or
 * NULL if it is this account. Outside a transaction, calls it with those of this account.
 */
BOT_MUST_USE enum bot_error bot_store_visit_host(struct bot_store *store, const char *room,
	enum bot_error (*visit)(struct bot_store *store, const char *account, void *self),
	void *self);

/*
 * Returns the latest host's time (bot/call/time.h) that any account has noted with
 * bot_store_set_club_time, as it was when the last transaction began. Returns 0 if there are no
 * other accounts.
 */
int64_t bot_store_club_time(const struct bot_store *store);
BOT_MUST_USE enum bot_error bot_store_set_club_time(struct bot_store *store, int64_t time);

/*
 * Delays the timers and the competitions in the rooms of this account by so many milliseconds: with
 * a store in a file, all of them.
 */
BOT_MUST_USE enum bot_error bot_store_delay(struct bot_store *store, int64_t by);

/*
 * Returns whether another account may have changed the store since the last call, so that a timer
 * may be due earlier.
 */
bool bot_store_others_changed(struct bot_store *store);

/*
 * Returns a source of the adapter's loop, which wakes up when another account has written a row for
 * this one. Only for a store in a database, which has a leader (bot_store_leader).
 */
struct bot_loop_source bot_store_loop_source(struct bot_store *store);

#endif
