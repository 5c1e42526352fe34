/*
 * The store's connection to SQLite, and the queries that run on it: for the files of this directory
 * and their tests.
 */
#ifndef BOT_STORE_CONNECTION_H
#define BOT_STORE_CONNECTION_H

#include "bot/store/database.h"

#include <sqlite3.h>

enum bot_sql {
#define STATEMENT(name, sql) BOT_SQL_##name,
#include "bot/store/sqlite/statements.def"
	BOT_SQL_COUNT
};

/*
 * The outbox rows that an adapter may have sent without getting an answer. Only memory holds them,
 * because a row in the file would need a commit before each request.
 */
struct bot_sending {
	int64_t *row;
	size_t count;
	int64_t before; /* an earlier process may have sent all rows up to this one */
};

struct bot_store {
	sqlite3 *db;
	sqlite3_stmt *statements[BOT_SQL_COUNT];
	struct bot_damage damage; /* the last damage found; its room is empty */
	bool light;               /* commits do not wait for the disk */
	char detail[256];
	char names_seen[BOT_ID_SIZE]; /* the last user whose name bot_store_prune looked at */
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

/* Returns BOT_OK if the first value that `sql` returns is `want`, and `otherwise` if it is not. */
BOT_MUST_USE enum bot_error bot_connection_expect(
	sqlite3 *db, const char *sql, const char *want, enum bot_error otherwise);

/* The size of the write-ahead log beside the database file, in bytes; -1: there is none. */
int64_t bot_connection_log_size(const char *path);

/*
 * Creates an empty file (mode 0600). A file that SQLite creates has a mode that depends on the
 * umask. False: errno has the reason.
 */
BOT_MUST_USE bool bot_connection_create(const char *path);

/*
 * One run of a prepared statement: begin it, bind the parameters in order, step to a row, get the
 * columns in order, end it. The first error stays in the query, and later calls then do nothing. So
 * a caller needs to check only the function that ends the query.
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
/* A reference to another row: binds NULL for 0. */
void bot_query_opt_int(struct bot_query *query, int64_t value);
/* The size of an array, for LIMIT. */
void bot_query_limit(struct bot_query *query, size_t size);
/* These bind NULL for a NULL pointer, and copy nothing: the bytes must outlive the query. */
void bot_query_text(struct bot_query *query, const char *text);
void bot_query_bytes(struct bot_query *query, const char *text, size_t size);
void bot_query_blob(struct bot_query *query, const void *bytes, size_t size);
/* An identifier to be stored. BOT_INVALID: it is NULL, empty or too long. */
void bot_query_id(struct bot_query *query, const char *id);
/* Like bot_query_id, but binds NULL for an empty identifier. */
void bot_query_opt_id(struct bot_query *query, const char *id);

/* Steps to the next row. False: there are no more rows, or an error. */
bool bot_query_row(struct bot_query *query);
/* Steps to the only row. BOT_NOT_FOUND: there is none. */
void bot_query_one(struct bot_query *query);

/*
 * Returns an integer; NULL counts as 0. If it is not from `min` to `max`, returns 0, and the error
 * of the query becomes BOT_STORE_CORRUPT. The functions below report errors in the same way.
 */
int64_t bot_query_get_int(struct bot_query *query, int64_t min, int64_t max);
/* Returns false with BOT_STORE_CORRUPT if the value is not 0 or 1. */
bool bot_query_get_bool(struct bot_query *query);
/* Returns 0 after an error. */
double bot_query_get_real(struct bot_query *query);
/* The text lives until the next row or the end. Returns NULL for NULL, and after an error. */
const char *bot_query_get_text(struct bot_query *query);
/* The caller frees the text. BOT_STORE_CORRUPT: there is none. Returns NULL after an error. */
char *bot_query_copy_text(struct bot_query *query);
/* Like bot_query_get_text, for bytes. */
const void *bot_query_get_blob(struct bot_query *query, size_t *size);
/*
 * Write an empty identifier, with BOT_STORE_CORRUPT, if the text is too long. bot_query_get_id
 * allows no empty text and no NULL; bot_query_get_opt_id writes an empty identifier for NULL.
 */
void bot_query_get_id(struct bot_query *query, char id[BOT_ID_SIZE]);
void bot_query_get_opt_id(struct bot_query *query, char id[BOT_ID_SIZE]);
/* Returns the text's index in `names`; 0 with BOT_STORE_CORRUPT if the text is not there. */
int bot_query_get_name(struct bot_query *query, const char *const names[], int count);

/*
 * If the error is BOT_STORE_CORRUPT, notes that rows of this match are damaged. If `match` is 0,
 * the damaged rows belong to no match.
 */
void bot_query_blame(struct bot_query *query, int64_t match);

/* Ends a query that reads. */
BOT_MUST_USE enum bot_error bot_query_end(struct bot_query *query);
/*
 * Runs and ends a query that returns one number. BOT_NOT_FOUND: it returns no row.
 * BOT_STORE_CORRUPT: the number is not from `min` to `max`.
 */
BOT_MUST_USE enum bot_error bot_query_number(
	struct bot_query *query, int64_t min, int64_t max, int64_t *number);
/* Runs and ends a query that counts rows. */
BOT_MUST_USE enum bot_error bot_query_count(struct bot_query *query, size_t *count);

#define BOT_QUERY_IDS 64
/*
 * Runs and ends a query that returns at most BOT_QUERY_IDS ids of rows. Then calls `change` with
 * each id, until it returns an error.
 */
BOT_MUST_USE enum bot_error bot_query_each(
	struct bot_query *query, enum bot_error (*change)(struct bot_store *store, int64_t id));

/* Runs and ends a query that changes rows. BOT_STORE_FAILED: outside a transaction. */
BOT_MUST_USE enum bot_error bot_query_write(struct bot_query *query);
/* Like bot_query_write. BOT_NOT_FOUND: the query changed no row. */
BOT_MUST_USE enum bot_error bot_query_write_one(struct bot_query *query);
/* Like bot_query_write_one, for a query that adds a row. *row: its number. */
BOT_MUST_USE enum bot_error bot_query_add(struct bot_query *query, int64_t *row);

/* Runs a whole query that changes rows and whose only parameter is a number. */
BOT_MUST_USE enum bot_error bot_query_change(
	struct bot_store *store, enum bot_sql sql, int64_t number);
/* Like bot_query_change; the parameter is a text. */
BOT_MUST_USE enum bot_error bot_query_change_text(
	struct bot_store *store, enum bot_sql sql, const char *text);

#endif
