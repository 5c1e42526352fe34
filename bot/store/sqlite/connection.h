/*
 * The store, and its connection to SQLite. query.h has the queries that run on this connection.
 * Only the files of this folder, and tests, include this header.
 */
#ifndef BOT_STORE_CONNECTION_H
#define BOT_STORE_CONNECTION_H

#include "bot/store/causes.h"
#include "bot/store/changes.h"
#include "bot/store/damage.h"
#include "bot/store/database.h"

#include <sqlite3.h>

enum bot_sql {
#define STATEMENT(name, sql) BOT_SQL_##name,
#include "bot/store/sqlite/statements.def"
	BOT_SQL_COUNT
};

/*
 * Rows of the outbox, by their ids. The store keeps such a set only in memory, because a set in the
 * file would need a commit before each request.
 */
struct bot_row_set {
	int64_t *row;
	size_t count;
};

/* The lanes of the outbox whose rows may have changed: see bot/store/lanes.h. */
struct bot_lanes {
	struct bot_lane {
		bool private;
		char to[BOT_ID_SIZE];
	} * lane;
	size_t count, capacity;
	bool all; /* any lane may have changed, so `lane` is not complete */
};

/* See bot/store/causes.h. */
struct bot_key {
	unsigned char bytes[BOT_KEY_SIZE];
	bool known;
	bool kept; /* the key is in the file; else the next transaction writes it */
};

struct bot_store {
	sqlite3 *db;
	sqlite3_stmt *statements[BOT_SQL_COUNT];
	struct bot_damage damage; /* the damaged rows that the store found last; damage.room is
				     always empty */
	bool light; /* the commit of the current transaction does not wait for the disk */
	char detail[256];
	bool disk_full;               /* the last failure was that the disk is full */
	char names_seen[BOT_ID_SIZE]; /* the last user whose name bot_store_prune looked at */
	struct bot_key key;
	struct bot_cause cause;     /* the cause of what the current transaction does */
	struct bot_row_set sending; /* what an adapter may have sent without getting an answer */
	int64_t sent_before;        /* an earlier process may have sent any row up to this id */
	struct bot_row_set delayed; /* see bot_outbox_delayed */
	struct bot_lanes lanes;
	bool no_bans;                   /* see bot_store_has_any_ban */
	bool watched;                   /* the store collects the changes */
	struct bot_changes uncommitted; /* the changes of the current transaction */
	struct bot_changes committed;
	uint64_t change_number; /* see bot_store_change_number */
};

/*
 * Notes damaged rows for bot_store_set_aside: those of a match, or a row of the outbox. The other
 * id is 0. Always returns BOT_STORE_CORRUPT.
 */
enum bot_error bot_damage_note(struct bot_store *store, int64_t match, int64_t row);

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
 * transaction that took it, and the index of the write-ahead log stays in memory.
 * Returns BOT_STORE_IN_USE if another process has the file open.
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
