#include "bot/store/sqlite/driver.h"

#include "bot/store/sql/loading.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/queries.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

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

static enum bot_error is_copy(struct bot_store *store, bool *is_copy)
{
	(void)store;
	*is_copy = false;
	return BOT_OK;
}

static enum bot_error own_copy(struct bot_store *store)
{
	(void)store;
	return BOT_OK;
}

/* Only tables with AUTOINCREMENT remember the last id. Others go on after the highest. */
static enum bot_error get_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t *id)
{
	struct bot_query query;

	(void)column;
	bot_query_begin_once(&query, store,
		"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0)");
	bot_query_text(&query, table);
	return bot_query_number(&query, 0, INT64_MAX, id);
}

static enum bot_error set_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t id)
{
	struct bot_query query;

	(void)column;
	bot_query_begin_once(&query, store, "DELETE FROM sqlite_sequence WHERE name = ?1");
	bot_query_text(&query, table);
	enum bot_error error = bot_query_write(&query);
	if (error)
		return error;
	bot_query_begin_once(&query, store,
		"INSERT INTO sqlite_sequence (name, seq) SELECT name, ?2 FROM sqlite_schema"
		" WHERE type = 'table' AND name = ?1 AND sql LIKE '% AUTOINCREMENT%'");
	bot_query_text(&query, table);
	bot_query_int(&query, id);
	return bot_query_write(&query);
}

const struct bot_driver bot_sqlite_driver = {
	.begin = begin,
	.commit = commit,
	.rollback = rollback,
	.is_in_transaction = is_in_transaction,
	.close = close_store,
	.is_file = is_file,
	.is_gone = is_gone,
	.is_copy = is_copy,
	.own_copy = own_copy,
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
