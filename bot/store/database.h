/*
 * The database: its transactions, and the changes that concern many of its tables.
 *
 * A caller changes the store only between bot_store_begin and bot_store_commit: the host handles
 * one batch of events in one transaction. After an error the caller calls bot_store_rollback and
 * handles the batch again. The process keeps nothing in memory that a rollback would make wrong.
 * On a server, a change may fail late: then a later function of the transaction fails with its
 * error.
 *
 * All functions of the store follow these rules:
 * - A function that fails ends the attempt in which it runs (bot/base/attempt.h). It returns what
 *   it has found: whether there is such a row, a number, or a value. So no caller has to check
 *   whether it has failed.
 * - A function that returns enum bot_error returns its failure instead. Those that open, move or
 *   copy a store, or begin or end a transaction, do so, because their callers have to go on; and so
 *   do those that an adapter also calls outside an attempt: bot_store_set, bot_store_get and
 *   bot_store_key_between (settings.h), and those of causes.h and device_keys.h.
 * - A change outside a transaction fails with BOT_STORE_FAILED. This also happens after SQLite has
 *   ended a transaction by itself, for example because the disk is full.
 * - A function that changes rows of a match fails with BOT_NOT_FOUND if the match does not exist.
 * - An output parameter stays as it was if a function finds nothing.
 * - Identifiers (of rooms, users and events) are opaque strings of 1 to BOT_ID_SIZE - 1 bytes. The
 *   store never cuts an identifier. A function that would store an empty or a longer identifier
 *   fails with BOT_INVALID; a function that searches for such an identifier finds nothing.
 * - Times are milliseconds since 1970 UTC, unless the function says otherwise.
 */
#ifndef BOT_STORE_DATABASE_H
#define BOT_STORE_DATABASE_H

#include "bot/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_ID_SIZE     256 /* bytes for an identifier (in Matrix at most 255) and a NUL */
#define BOT_SECRET_SIZE 44  /* bytes for a secret as text and a NUL */
#define BOT_NAME_SIZE   64  /* bytes for a display name and a NUL; the bot cuts longer names */

struct bot_store;

/* `store` may be NULL. */
void bot_store_close(struct bot_store *store);

BOT_MUST_USE enum bot_error bot_store_begin(struct bot_store *store);
/*
 * Begins a transaction whose commit does not wait for the disk. After the commit, a loss of power
 * may still undo this transaction. This danger ends with the next commit of a transaction that
 * bot_store_begin began. If only the process ends, nothing is lost. The caller uses this function
 * for data that the bot can get again.
 */
BOT_MUST_USE enum bot_error bot_store_begin_lightly(struct bot_store *store);
BOT_MUST_USE enum bot_error bot_store_commit(struct bot_store *store);
/* Undoes the changes of the transaction. Does nothing outside a transaction. */
void bot_store_rollback(struct bot_store *store);
bool bot_store_is_in_transaction(const struct bot_store *store);

#define BOT_STORE_PATIENCE 2000 /* ms until it is worth saying that the store waits */

/*
 * Sets a function that the store calls with `self`, some ten times a second, while it waits for an
 * answer of its server, so that others hear that the bot lives. It must not use the store, except
 * for bot_store_waits. NULL: no function.
 */
void bot_store_on_wait(struct bot_store *store, void (*serve)(void *self), void *self);
/* Returns for how many milliseconds the store has waited for an answer of its server, or 0. */
int64_t bot_store_waits(const struct bot_store *store);

#define BOT_LEADER_SIZE 80   /* bytes for the name of a process, and a NUL */
#define BOT_HEARTBEAT   5000 /* how often to call bot_store_confirm, in milliseconds */

/*
 * Checks that this process may still use the store, before the bot does something that others see.
 * Returns BOT_STORE_LOST, now and always, if another process has taken the store over, or if the
 * server has forgotten what this process knows: then the caller ends without a further word to
 * anybody. Returns BOT_STORE_FAILED if the server can't be asked; then the caller waits. Costs a
 * trip to the server only if the last one is a second old. A file is locked as long as the process
 * lives, so for a file this returns BOT_OK. So it does in a transaction, which fails if the store
 * is lost.
 *
 * A process can be stopped right after this check. What it sends then has the account, the device
 * and the transaction id of the same row of the other process, so the homeserver sees a repetition.
 */
BOT_MUST_USE enum bot_error bot_store_confirm(struct bot_store *store);
/*
 * Returns the name of this process, which leads, for people: the name of the machine and the number
 * of the process. Returns NULL if the store is a file, which no other process can take over. The
 * name lives as long as the store.
 */
const char *bot_store_leader(const struct bot_store *store);

/*
 * Returns SQLite's message about the last failure, for the log. The text lives until the next
 * failure.
 */
const char *bot_store_detail(const struct bot_store *store);
/*
 * Returns whether the store is a file of this machine, so that other files can be beside it. A
 * store in memory is no file.
 */
bool bot_store_is_file(const struct bot_store *store);
/*
 * Returns whether somebody has removed, renamed or replaced a file of the store: the store's path
 * no longer leads to the file that is open, or the write-ahead log is not there. The store still
 * works, but nobody may find its data later.
 */
bool bot_store_is_gone(const struct bot_store *store);
/*
 * Sets *is_copy to whether a person has put the tables there from a dump (pg_restore), so that they
 * are older than the account of the bot. Always false for a file, which the command "restore"
 * replaces.
 */
BOT_MUST_USE enum bot_error bot_store_is_copy(struct bot_store *store, bool *is_copy);
/* Makes the copy the store of this bot, in the caller's transaction. */
BOT_MUST_USE enum bot_error bot_store_own_copy(struct bot_store *store);
/*
 * Returns whether the last failure was that the disk, or a quota, has no room left. A commit that
 * succeeds ends this state.
 */
bool bot_store_disk_is_full(const struct bot_store *store);

#endif
