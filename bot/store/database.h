/*
 * The database: opening it, its transactions, and the changes that concern many of its tables.
 *
 * A caller changes the store only between bot_store_begin and bot_store_commit: the host handles
 * one batch of events in one transaction. After an error the caller calls bot_store_rollback and
 * handles the batch again. The process keeps nothing in memory that a rollback would make wrong.
 *
 * All functions of the store follow these rules:
 * - A change outside a transaction returns BOT_STORE_FAILED. This also happens after SQLite has
 *   ended a transaction by itself, for example because the disk is full.
 * - A function that changes rows of a match returns BOT_NOT_FOUND if the match does not exist.
 * - An output parameter is written only on BOT_OK, unless the function says otherwise.
 * - Identifiers (of rooms, users and events) are opaque strings of 1 to BOT_ID_SIZE - 1 bytes. The
 *   store never cuts an identifier. A function that would store an empty or a longer identifier
 *   returns BOT_INVALID; a function that searches for such an identifier finds nothing.
 * - Times are milliseconds since 1970 UTC, unless the function says otherwise.
 */
#ifndef BOT_STORE_DATABASE_H
#define BOT_STORE_DATABASE_H

#include "bot/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_ID_SIZE   256 /* bytes for an identifier (in Matrix at most 255) and a NUL */
#define BOT_NAME_SIZE 64  /* bytes for a display name and a NUL; the bot cuts longer names */

struct bot_store;

/*
 * Opens or creates the database file (mode 0600) and brings its schema up to date. The path
 * ":memory:" opens a store for tests. This process keeps the file locked until bot_store_close. If
 * another process has locked the file, the function does not wait. Before an upgrade of the schema
 * it keeps a copy of the file; see bot/store/files.h. SQLite overwrites deleted rows in the file.
 *
 * Returns BOT_STORE_CORRUPT if the file is damaged or belongs to another program, BOT_STORE_NEWER
 * if a newer version of this program wrote the file, BOT_STORE_UNRELEASED if a version between two
 * releases wrote it, BOT_STORE_ALTERED if somebody else has added a trigger, a view or the like,
 * and BOT_STORE_IN_USE if another process has the file open. In these five cases the file is
 * unchanged. After BOT_STORE_FAILED errno has the reason, or is 0 if the reason is unknown.
 */
BOT_MUST_USE enum bot_error bot_store_open(const char *path, struct bot_store **store);
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

/*
 * Returns SQLite's message about the last failure, for the log. The text lives until the next
 * failure.
 */
const char *bot_store_detail(const struct bot_store *store);
/*
 * Returns whether somebody has removed, renamed or replaced a file of the store: the store's path
 * no longer leads to the file that is open, or the write-ahead log is not there. The store still
 * works, but nobody may find its data later.
 */
bool bot_store_is_gone(const struct bot_store *store);
/*
 * Returns whether the last failure was that the disk, or a quota, has no room left. A commit that
 * succeeds ends this state.
 */
bool bot_store_disk_is_full(const struct bot_store *store);

#endif
