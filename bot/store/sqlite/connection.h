/*
 * The store's connection to SQLite, and the queries that run on this connection. Only the files of
 * this folder, and tests, include this header.
 */
#ifndef BOT_STORE_CONNECTION_H
#define BOT_STORE_CONNECTION_H

#include "bot/store/changes.h"
#include "bot/store/database.h"

#include <sqlite3.h>

enum bot_sql {
#define STATEMENT(name, sql) BOT_SQL_##name,
#include "bot/store/sqlite/statements.def"
	BOT_SQL_COUNT
};

/*
 * The outbox rows that an adapter may have sent without getting an answer. The store keeps this
 * list only in memory, because a list in the file would need a commit before each request.
 */
struct bot_sending {
	int64_t *row;
	size_t count;
	int64_t before; /* an earlier process may have sent any row with this id or a lower id */
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

struct bot_store {
	sqlite3 *db;
	sqlite3_stmt *statements[BOT_SQL_COUNT];
	struct bot_damage damage; /* the damaged rows that the store found last; damage.room is
				     always empty */
	bool light; /* the commit of the current transaction does not wait for the disk */
	char detail[256];
	bool disk_full;               /* the last failure was that the disk is full */
	char names_seen[BOT_ID_SIZE]; /* the last user whose name bot_store_prune looked at */
	struct bot_sending sending;
	struct bot_lanes lanes;
	bool no_bans;                   /* see bot_store_has_any_ban */
	bool watched;                   /* the store collects the changes */
	struct bot_changes uncommitted; /* the changes of the current transaction */
	struct bot_changes committed;
	uint64_t change_number; /* see bot_store_change_number */
};

/*
 * Note that the current transaction changes this match, or any match. Each function of the store
 * that changes what people see of a match calls one of these two.
 */
void bot_change_note(struct bot_store *store, int64_t match);
void bot_change_note_any(struct bot_store *store);

/*
 * Each function of the store that adds, changes or deletes rows of the outbox calls one of these
 * two: bot_lane_note if it knows the lane, bot_lane_note_all if it may change rows of any lane.
 */
void bot_lane_note(struct bot_store *store, bool private, const char *to);
void bot_lane_note_all(struct bot_store *store);

void bot_lanes_finish(struct bot_lanes *lanes);

/* Call one of these two after a commit, and after a rollback. */
void bot_changes_commit(struct bot_store *store);
void bot_changes_drop(struct bot_store *store);

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

/*
 * Returns the size in bytes of the write-ahead log of the database file, or -1 if there is no log.
 */
int64_t bot_connection_log_size(const char *path);

/*
 * Creates an empty file with the mode 0600. (The mode of a file that SQLite creates depends on the
 * umask.) If the function returns false, errno has the reason.
 */
BOT_MUST_USE bool bot_connection_create(const char *path);

/*
 * One run of a prepared statement. The caller begins the query, binds the parameters in order,
 * steps to a row, gets the columns in order, and ends the query. The query keeps its first error,
 * and after an error all further calls do nothing. So a caller needs to check only the result of
 * the function that ends the query.
 */
struct bot_query {
	struct bot_store *store;
	sqlite3_stmt *statement;
	enum bot_error error;
	int bound;
	int column;
};

/* Every query must end with one of the functions at the end of this header. */
void bot_query_begin(struct bot_query *query, struct bot_store *store, enum bot_sql sql);

void bot_query_int(struct bot_query *query, int64_t value);
void bot_query_real(struct bot_query *query, double value);
/* Binds the id of another row, or NULL if `value` is 0. */
void bot_query_opt_int(struct bot_query *query, int64_t value);
/* Binds the size of an array, for LIMIT. */
void bot_query_limit(struct bot_query *query, size_t size);
/*
 * These three functions bind NULL for a NULL pointer. They copy nothing, so the bytes must outlive
 * the query.
 */
void bot_query_text(struct bot_query *query, const char *text);
void bot_query_bytes(struct bot_query *query, const char *text, size_t size);
void bot_query_blob(struct bot_query *query, const void *bytes, size_t size);
/*
 * Binds an identifier that the query stores. The error of the query becomes BOT_INVALID if `id` is
 * NULL, empty or too long.
 */
void bot_query_id(struct bot_query *query, const char *id);
/* Like bot_query_id, but binds NULL for an empty identifier. */
void bot_query_opt_id(struct bot_query *query, const char *id);

/* Steps to the next row. Returns false after the last row, and after an error. */
bool bot_query_row(struct bot_query *query);
/* Steps to the only row. The error of the query becomes BOT_NOT_FOUND if there is no row. */
void bot_query_one(struct bot_query *query);

/*
 * Returns an integer; NULL counts as 0. If the integer is not from `min` to `max`, returns 0, and
 * the error of the query becomes BOT_STORE_CORRUPT. The functions below report errors in the same
 * way.
 */
int64_t bot_query_get_int(struct bot_query *query, int64_t min, int64_t max);
/*
 * Returns false if the value is neither 0 nor 1. The error of the query then becomes
 * BOT_STORE_CORRUPT.
 */
bool bot_query_get_bool(struct bot_query *query);
/* Returns 0 after an error. */
double bot_query_get_real(struct bot_query *query);
/*
 * Returns the text of a column, or NULL if the column is NULL or after an error. The text lives
 * until the query steps or ends.
 */
const char *bot_query_get_text(struct bot_query *query);
/*
 * Returns a copy of a column's text, which the caller frees, or NULL after an error. If the column
 * is NULL, the error of the query becomes BOT_STORE_CORRUPT.
 */
char *bot_query_copy_text(struct bot_query *query);
/* Like bot_query_get_text, but gets bytes. */
const void *bot_query_get_blob(struct bot_query *query, size_t *size);
/*
 * Both functions get an identifier. If the text is too long, they write an empty identifier, and
 * the error of the query becomes BOT_STORE_CORRUPT. bot_query_get_id does the same if the text is
 * empty or NULL. If the text is NULL, bot_query_get_opt_id writes an empty identifier without an
 * error.
 */
void bot_query_get_id(struct bot_query *query, char id[BOT_ID_SIZE]);
void bot_query_get_opt_id(struct bot_query *query, char id[BOT_ID_SIZE]);
/*
 * Returns the text's index in `names`. If the text is not in `names`, returns 0, and the error of
 * the query becomes BOT_STORE_CORRUPT.
 */
int bot_query_get_name(struct bot_query *query, const char *const names[], int count);

/*
 * If the error of the query is BOT_STORE_CORRUPT, notes that rows of this match are damaged. Does
 * nothing if `match` is 0.
 */
void bot_query_blame(struct bot_query *query, int64_t match);

/* Ends a query that reads. */
BOT_MUST_USE enum bot_error bot_query_end(struct bot_query *query);
/*
 * Runs and ends a query that returns one number. Returns BOT_NOT_FOUND if the query returns no row,
 * and BOT_STORE_CORRUPT if the number is not from `min` to `max`.
 */
BOT_MUST_USE enum bot_error bot_query_number(
	struct bot_query *query, int64_t min, int64_t max, int64_t *number);
/* Like bot_query_number, for a query that returns 0 or 1. */
BOT_MUST_USE enum bot_error bot_query_bool(struct bot_query *query, bool *value);
/* Runs and ends a query that counts rows. */
BOT_MUST_USE enum bot_error bot_query_count(struct bot_query *query, size_t *count);

#define BOT_QUERY_IDS 64
/*
 * Runs and ends a query that returns at most BOT_QUERY_IDS ids of rows. Then calls `change` with
 * each id, until `change` returns an error.
 */
BOT_MUST_USE enum bot_error bot_query_each(
	struct bot_query *query, enum bot_error (*change)(struct bot_store *store, int64_t id));

/* Runs and ends a query that changes rows. Returns BOT_STORE_FAILED outside a transaction. */
BOT_MUST_USE enum bot_error bot_query_write(struct bot_query *query);
/* Like bot_query_write. Returns BOT_NOT_FOUND if the query changed no row. */
BOT_MUST_USE enum bot_error bot_query_write_one(struct bot_query *query);
/* Like bot_query_write_one, but it is no error if no row was changed: then *any is false. */
BOT_MUST_USE enum bot_error bot_query_write_any(struct bot_query *query, bool *any);
/* Like bot_query_write_one, for a query that adds a row. Sets *row to the new row's id. */
BOT_MUST_USE enum bot_error bot_query_add(struct bot_query *query, int64_t *row);

/* Runs a whole query that changes rows and whose only parameter is a number. */
BOT_MUST_USE enum bot_error bot_query_change(
	struct bot_store *store, enum bot_sql sql, int64_t number);
/* Like bot_query_change, for a query whose parameter is a text. */
BOT_MUST_USE enum bot_error bot_query_change_text(
	struct bot_store *store, enum bot_sql sql, const char *text);

/* The names that the roles of posts have in the store. */
#define BOT_POST_ROLES 6
extern const char *const bot_post_roles[BOT_POST_ROLES];

#endif
