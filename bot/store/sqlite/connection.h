/*
 * A store in a file, and its connection to SQLite. driver.c runs queries on this connection. Only
 * the files of this folder, and tests, include this header.
 */
#ifndef BOT_STORE_SQLITE_CONNECTION_H
#define BOT_STORE_SQLITE_CONNECTION_H

#include "bot/store/sql/store_state.h"

#include <sqlite3.h>

struct bot_file_store {
	struct bot_store store; /* the first field, so a pointer to it also points to this struct */
	sqlite3 *db;
	sqlite3_stmt *statements[BOT_SQL_COUNT];
	sqlite3_stmt *begin, *commit, *rollback;
	bool light; /* the commit of the current transaction does not wait for the disk */
};

/* Returns the connection of a store in a file. */
sqlite3 *bot_connection_of(const struct bot_store *store);

/*
 * Opens a connection; `flags` are those of sqlite3_open_v2. On failure errno has the reason, or is
 * 0 if the reason is unknown, and the caller still has to close *db.
 */
BOT_MUST_USE enum bot_error bot_connection_open(const char *path, int flags, sqlite3 **db);

/*
 * Returns the value of errno that explains the connection's last failure, or 0 if it is unknown. If
 * the disk is full, this is ENOSPC, although SQLite itself does not keep this value.
 */
int bot_connection_errno(sqlite3 *db);

/* Translates a result code of SQLite, plain or extended. */
BOT_MUST_USE enum bot_error bot_connection_result(int rc);

/* Like bot_connection_result. On failure, keeps SQLite's message for bot_store_detail. */
BOT_MUST_USE enum bot_error bot_connection_check(struct bot_store *store, int rc);

/*
 * Locks the file until the connection is closed. In SQLite's exclusive mode the lock outlives the
 * transaction that took it, and the index of the write-ahead log stays in memory. Returns
 * BOT_STORE_IN_USE if another process has the file open.
 */
BOT_MUST_USE enum bot_error bot_connection_lock(sqlite3 *db);

/*
 * Runs `sql`. Returns BOT_OK if the first value of the result is `want`. If the first value is
 * another one, returns the error in `otherwise`.
 */
BOT_MUST_USE enum bot_error bot_connection_expect(
	sqlite3 *db, const char *sql, const char *want, enum bot_error otherwise);

/* Runs `sql`, and gets the first value of the result. Does not change *value if there is none. */
BOT_MUST_USE enum bot_error bot_connection_read_int(sqlite3 *db, const char *sql, int64_t *value);

/*
 * Returns the size in bytes of the write-ahead log of the database file, or -1 if there is no log.
 */
int64_t bot_connection_log_size(const char *path);

/*
 * Creates an empty file with the mode 0600. (The mode of a file that SQLite creates depends on the
 * umask.) If the function returns false, errno has the reason.
 */
BOT_MUST_USE bool bot_connection_create(const char *path);

#endif
