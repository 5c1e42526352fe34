/* The store's connection to SQLite, for the files of this directory and their tests. */
#ifndef BOT_STORE_CONNECTION_H
#define BOT_STORE_CONNECTION_H

#include "bot/store/damage.h"
#include "bot/store/sqlite/sending.h"
#include "bot/store/sqlite/statements.h"

#include <sqlite3.h>

struct bot_store {
	sqlite3 *db;
	sqlite3_stmt *statements[BOT_SQL_COUNT];
	struct bot_damage damage; /* the last damage found; its room is empty */
	bool light;               /* commits do not wait for the disk */
	char detail[256];
	char names_seen[BOT_ID_SIZE]; /* the last user whose name pruning has looked at */
	struct bot_sending sending;
};

/*
 * Opens a connection; flags as for sqlite3_open_v2. On failure errno has the reason or is 0, and
 * the caller still closes *db.
 */
BOT_MUST_USE enum bot_error bot_connection_open(const char *path, int flags, sqlite3 **db);

/* Translates a result code of SQLite, plain or extended. */
BOT_MUST_USE enum bot_error bot_connection_result(int rc);

/* Like bot_connection_result. On failure, keeps SQLite's message for bot_store_detail. */
BOT_MUST_USE enum bot_error bot_connection_check(struct bot_store *store, int rc);

/*
 * Locks the file until the connection is closed. In SQLite's exclusive mode the lock outlives the
 * transaction that took it, and the index of the write-ahead log stays in memory.
 * BOT_STORE_IN_USE: another process has the file open.
 */
BOT_MUST_USE enum bot_error bot_connection_lock(sqlite3 *db);

/* BOT_OK if the first column of the first row of `sql` is `want`; `otherwise` if it is not. */
BOT_MUST_USE enum bot_error bot_connection_expect(
	sqlite3 *db, const char *sql, const char *want, enum bot_error otherwise);

/* What SQLite appends to the path of the database for each of its files; the first is "". */
#define BOT_STORE_FILES 3
extern const char *const bot_connection_suffixes[BOT_STORE_FILES];

/* The size of the write-ahead log beside the database file, in bytes; -1: there is none. */
int64_t bot_connection_log_size(const char *path);

/* Creates an empty file (mode 0600) for SQLite, which would use the umask. False: errno. */
BOT_MUST_USE bool bot_connection_create(const char *path);

#endif
