#include "bot/store/sqlite/driver.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/dialect.h"
#include "bot/store/sql/outbox_columns.h"
#include "bot/store/sqlite/connection.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static const char *const sql_texts[] = {
#define STATEMENT(name, sql) sql,
#include "bot/store/sql/statements.def"
};

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement)
{
	return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

enum bot_error bot_sqlite_prepare(struct bot_file_store *file_store)
{
	sqlite3 *db = file_store->db;
	int rc = prepare(db, "BEGIN", &file_store->begin);

	if (rc == SQLITE_OK)
		rc = prepare(db, "COMMIT", &file_store->commit);
	if (rc == SQLITE_OK)
		rc = prepare(db, "ROLLBACK", &file_store->rollback);
	return bot_connection_result(rc);
}

static void bot_sqlite_finalize(struct bot_file_store *file_store)
{
	sqlite3_finalize(file_store->begin);
	sqlite3_finalize(file_store->commit);
	sqlite3_finalize(file_store->rollback);
	for (size_t i = 0; i < BOT_SQL_COUNT; i++)
		sqlite3_finalize(file_store->statements[i]);
}

/* Prepares the statement when it is first used: most bots never use most of them. */
static void bot_sqlite_query(struct bot_query *query, enum bot_sql sql)
{
	struct bot_file_store *file_store = (struct bot_file_store *)query->store;
	sqlite3_stmt **statement = &file_store->statements[sql];

	if (!*statement)
		query->error = bot_connection_check(
			query->store, prepare(file_store->db, sql_texts[sql], statement));
	query->statement = *statement;
	assert(!sqlite3_stmt_busy(*statement));
}

static void bot_sqlite_query_once(struct bot_query *query, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(bot_connection_of(query->store), sql, -1, &statement, NULL);

	query->error = bot_connection_check(query->store, rc);
	query->statement = statement;
}

static void bound(struct bot_query *query, int rc)
{
	assert(rc != SQLITE_RANGE);
	if (rc != SQLITE_OK)
		query->error = bot_connection_check(query->store, rc);
}

static void bot_sqlite_bind_int(struct bot_query *query, int64_t value)
{
	bound(query, sqlite3_bind_int64(query->statement, ++query->bound, value));
}

static void bot_sqlite_bind_real(struct bot_query *query, double value)
{
	bound(query, sqlite3_bind_double(query->statement, ++query->bound, value));
}

static void bot_sqlite_bind_text(struct bot_query *query, const char *text, size_t size)
{
	bound(query, sqlite3_bind_text64(query->statement, ++query->bound, text, size,
			     SQLITE_STATIC, SQLITE_UTF8));
}

static void bot_sqlite_bind_blob(struct bot_query *query, const void *bytes, size_t size)
{
	bound(query,
		sqlite3_bind_blob64(query->statement, ++query->bound, bytes, size, SQLITE_STATIC));
}

static bool bot_sqlite_step(struct bot_query *query)
{
	int rc = sqlite3_step(query->statement);

	if (rc == SQLITE_ROW)
		return true;
	if (rc != SQLITE_DONE)
		query->error = bot_connection_check(query->store, rc);
	return false;
}

static void bot_sqlite_write(struct bot_query *query)
{
	bot_sqlite_step(query);
}

static int64_t bot_sqlite_get_int(struct bot_query *query, int column)
{
	return sqlite3_column_int64(query->statement, column);
}

static double bot_sqlite_get_real(struct bot_query *query, int column)
{
	return sqlite3_column_double(query->statement, column);
}

static const char *bot_sqlite_get_text(struct bot_query *query, int column)
{
	if (sqlite3_column_type(query->statement, column) == SQLITE_NULL)
		return NULL;
	const unsigned char *text = sqlite3_column_text(query->statement, column);
	if (!text)
		query->error = bot_connection_check(query->store, SQLITE_NOMEM);
	return (const char *)text;
}

static const void *bot_sqlite_get_blob(struct bot_query *query, int column, size_t *size)
{
	const void *bytes = sqlite3_column_blob(query->statement, column);

	*size = (size_t)sqlite3_column_bytes(query->statement, column);
	return bytes;
}

static int bot_sqlite_count_columns(const struct bot_query *query)
{
	return sqlite3_column_count(query->statement);
}

static struct bot_column bot_sqlite_get_column(struct bot_query *query, int column)
{
	sqlite3_stmt *statement = query->statement;
	struct bot_column found = {.name = sqlite3_column_name(statement, column)};

	switch (sqlite3_column_type(statement, column)) {
	case SQLITE_INTEGER:
		found.type = BOT_INTEGER;
		found.number = sqlite3_column_int64(statement, column);
		break;
	case SQLITE_FLOAT:
		found.type = BOT_REAL;
		found.real = sqlite3_column_double(statement, column);
		break;
	case SQLITE_TEXT:
		found.type = BOT_TEXT;
		found.text = (const char *)sqlite3_column_text(statement, column);
		break;
	case SQLITE_BLOB:
		found.type = BOT_BLOB;
		found.bytes = sqlite3_column_blob(statement, column);
		found.size = (size_t)sqlite3_column_bytes(statement, column);
		break;
	default:
		break;
	}
	return found;
}

static int64_t bot_sqlite_count_changes(const struct bot_query *query)
{
	return sqlite3_changes(bot_connection_of(query->store));
}

static int64_t bot_sqlite_get_added(const struct bot_query *query)
{
	return sqlite3_last_insert_rowid(bot_connection_of(query->store));
}

static void bot_sqlite_end(struct bot_query *query)
{
	if (query->once) {
		sqlite3_finalize(query->statement);
		return;
	}
	if (!query->statement) /* it could not be prepared */
		return;
	/*
	 * sqlite3_reset returns the error of the last step. query->error has this error already, so
	 * the result is not needed.
	 */
	sqlite3_reset(query->statement);
	/* The caller owns the bound texts and may free them before the statement runs again. */
	sqlite3_clear_bindings(query->statement);
}

/*
 * Chooses whether commits wait for the disk. In WAL mode, a loss of power may undo a commit that
 * did not wait for the disk, but never only a part of this commit. A commit that waits also brings
 * all earlier commits to the disk. See https://www.sqlite.org/pragma.html#pragma_synchronous
 */
static enum bot_error set_light(struct bot_file_store *file_store, bool light)
{
	if (file_store->light == light)
		return BOT_OK;
	int rc = sqlite3_exec(file_store->db,
		light ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", NULL, NULL,
		NULL);
	enum bot_error error = bot_connection_check(&file_store->store, rc);
	if (!error)
		file_store->light = light;
	return error;
}

/* Runs BEGIN, COMMIT or ROLLBACK. */
static enum bot_error run(struct bot_file_store *file_store, sqlite3_stmt *statement)
{
	int rc = sqlite3_step(statement);
	enum bot_error error = bot_connection_check(&file_store->store, rc);

	sqlite3_reset(statement);
	return error;
}

static bool is_in_transaction(const struct bot_store *store)
{
	return !sqlite3_get_autocommit(bot_connection_of(store));
}

static enum bot_error begin(struct bot_store *store, bool light)
{
	struct bot_file_store *file_store = (struct bot_file_store *)store;
	enum bot_error error = set_light(file_store, light);

	return error ? error : run(file_store, file_store->begin);
}

static enum bot_error commit(struct bot_store *store)
{
	struct bot_file_store *file_store = (struct bot_file_store *)store;

	return is_in_transaction(store) ? run(file_store, file_store->commit) : BOT_STORE_FAILED;
}

/*
 * If the disk is full, copies the log into the file and empties the log: most pages of the log only
 * replace others of the file, so this gives space back. Without space for this, too, the log stays
 * as it is.
 */
static void empty_log(struct bot_store *store)
{
	if (store->disk_full)
		sqlite3_wal_checkpoint_v2(
			bot_connection_of(store), NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static void rollback(struct bot_store *store)
{
	struct bot_file_store *file_store = (struct bot_file_store *)store;

	/* SQLite may have rolled back by itself already, and there may have been no transaction. */
	if (is_in_transaction(store)) {
		/*
		 * If this rollback fails, SQLite rolls back the next time that the file is opened.
		 */
		enum bot_error error = run(file_store, file_store->rollback);
		(void)error;
	}
	empty_log(store);
}

static void close_store(struct bot_store *store)
{
	struct bot_file_store *file_store = (struct bot_file_store *)store;

	bot_sqlite_finalize(file_store);
	bot_store_finish(store);
	int rc = sqlite3_close(file_store->db);
	assert(rc == SQLITE_OK); /* all statements are finalized */
	(void)rc;
	free(file_store);
}

static bool is_file(const struct bot_store *store)
{
	const char *path = sqlite3_db_filename(bot_connection_of(store), "main");

	return path && *path;
}

/* Returns whether the write-ahead log of a store is in its folder. A store in memory has no log. */
static bool has_log(sqlite3 *db)
{
	const char *path = sqlite3_db_filename(db, "main");
	sqlite3_vfs *vfs = NULL;
	int is_there = 1;

	if (!path || !*path)
		return true;
	sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
	/*
	 * For SQLITE_ACCESS_EXISTS an empty file does not exist, and the log may be empty. A file
	 * that can't be written for now, for example on a read-only disk, is there all the same.
	 */
	errno = 0;
	vfs->xAccess(vfs, sqlite3_filename_wal(path), SQLITE_ACCESS_READWRITE, &is_there);
	return is_there || (errno != 0 && errno != ENOENT);
}

static bool is_gone(const struct bot_store *store)
{
	sqlite3 *db = bot_connection_of(store);
	int moved = 0;

	sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	return moved || !has_log(db);
}

static enum bot_error read_size(struct bot_store *store, int64_t *bytes)
{
	return bot_connection_read_int(bot_connection_of(store),
		"SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
		bytes);
}

static enum bot_error clean_log(struct bot_store *store)
{
	return bot_connection_check(store, sqlite3_wal_checkpoint_v2(bot_connection_of(store), NULL,
						   SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL));
}

/* Only tables with AUTOINCREMENT remember the last id. Others go on after the highest. */
static enum bot_error get_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t *id)
{
	static const char sql[] =
		"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0)";

	(void)column;
	BOT_ATTEMPT(bot_need(bot_query_number(BOT_QUERY(store, sql, table), 0, INT64_MAX, id)));
}

static enum bot_error set_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t id)
{
	static const char forget[] = "DELETE FROM sqlite_sequence WHERE name = ?1";
	static const char set[] =
		"INSERT INTO sqlite_sequence (name, seq) SELECT name, ?2 FROM sqlite_schema"
		" WHERE type = 'table' AND name = ?1 AND sql LIKE '% AUTOINCREMENT%'";

	(void)column;
	BOT_ATTEMPT(bot_query_write(BOT_QUERY(store, forget, table));
		    bot_query_write(BOT_QUERY(store, set, table, id)));
}

const struct bot_driver bot_sqlite_driver = {
	.begin = begin,
	.commit = commit,
	.rollback = rollback,
	.is_in_transaction = is_in_transaction,
	.close = close_store,
	.is_file = is_file,
	.is_gone = is_gone,
	.size = read_size,
	.clean_log = clean_log,
	.get_last_id = get_last_id,
	.set_last_id = set_last_id,
	.query = bot_sqlite_query,
	.query_once = bot_sqlite_query_once,
	.bind_int = bot_sqlite_bind_int,
	.bind_real = bot_sqlite_bind_real,
	.bind_text = bot_sqlite_bind_text,
	.bind_blob = bot_sqlite_bind_blob,
	.step = bot_sqlite_step,
	.write = bot_sqlite_write,
	.get_int = bot_sqlite_get_int,
	.get_real = bot_sqlite_get_real,
	.get_text = bot_sqlite_get_text,
	.get_blob = bot_sqlite_get_blob,
	.count_columns = bot_sqlite_count_columns,
	.get_column = bot_sqlite_get_column,
	.count_changes = bot_sqlite_count_changes,
	.get_added = bot_sqlite_get_added,
	.end = bot_sqlite_end,
};
