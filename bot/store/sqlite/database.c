#include "bot/store/database.h"

#include "bot/store/outbox.h"
#include "bot/store/sqlite/query.h"
#include "bot/store/sqlite/migrations.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_PAGES  8000              /* SQLite copies a log of this size into the file: 32 MB */
#define SMALL_FILE (4 * 1024 * 1024) /* bytes that are read in a few milliseconds */

const char *bot_store_detail(const struct bot_store *store)
{
	return store->detail;
}

/*
 * Whether to read the whole file for damage when it is opened: if the last process did not close
 * it, so that its log is still there, or if the file is small. Damage in a big file is found when a
 * match is read, and then the host sets this match aside.
 */
static bool is_suspect(const char *path)
{
	struct stat file;

	return stat(path, &file) || file.st_size <= SMALL_FILE ||
	       bot_connection_log_size(path) >= 0;
}

static enum bot_error run(sqlite3 *db, const char *sql)
{
	return bot_connection_result(sqlite3_exec(db, sql, NULL, NULL, NULL));
}

/* Writes nothing until the schema is known to be the bot's. */
static enum bot_error prepare_file(sqlite3 *db, bool memory, bool suspect)
{
	/* SQLite opens a file for reading if it can't open it for writing. */
	if (sqlite3_db_readonly(db, "main")) {
		errno = EACCES;
		return BOT_STORE_FAILED;
	}
	/* sqlite3_close would write a log that another program left into that program's file. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	enum bot_error error = bot_connection_lock(db);
	if (error)
		return error;
	error = bot_schema_check(db, &bot_schema, suspect);
	if (error)
		return error;
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	if (!memory)
		error = bot_connection_expect(
			db, "PRAGMA journal_mode = WAL", "wal", BOT_STORE_FAILED);
	/* FULL: a commit that has returned survives a loss of power. */
	if (!error)
		error = run(db, "PRAGMA synchronous = FULL");
	/* Seldom: each copying of the log into the file waits for the disk twice more. */
	if (!error)
		error = bot_connection_result(sqlite3_wal_autocheckpoint(db, LOG_PAGES));
	if (!error)
		error = bot_schema_upgrade(db, &bot_schema);
	/* After the upgrade, which may rebuild a table that other tables refer to. */
	if (!error)
		error = run(db, "PRAGMA foreign_keys = ON");
	return error;
}

static enum bot_error prepare_statements(struct bot_store *store)
{
	for (size_t i = 0; i < BOT_SQL_COUNT; i++) {
		int rc = sqlite3_prepare_v3(store->db, bot_sql[i], -1, SQLITE_PREPARE_PERSISTENT,
			&store->statements[i], NULL);
		if (rc != SQLITE_OK)
			return bot_connection_result(rc);
	}
	return BOT_OK;
}

static enum bot_error open_file(struct bot_store *store, const char *path)
{
	bool memory = strcmp(path, ":memory:") == 0;
	bool suspect = is_suspect(path);

	/*
	 * This does not open a file that exists: closing it again would drop the POSIX locks that
	 * this process holds on the file through another connection.
	 */
	if (!memory && !bot_connection_create(path) && errno != EEXIST)
		return BOT_STORE_FAILED;
	enum bot_error error = bot_connection_open(path, SQLITE_OPEN_READWRITE, &store->db);
	if (!error)
		error = prepare_file(store->db, memory, suspect);
	if (!error)
		error = prepare_statements(store);
	/* An earlier process may have sent all rows that the outbox has now. */
	if (!error)
		error = bot_outbox_last(store, &store->sending.before);
	if (error == BOT_STORE_FAILED && store->db && sqlite3_system_errno(store->db))
		errno = sqlite3_system_errno(store->db);
	return error;
}

enum bot_error bot_store_open(const char *path, struct bot_store **store)
{
	struct bot_store *opened = calloc(1, sizeof *opened);
	if (!opened)
		return BOT_NO_MEMORY;
	enum bot_error error = open_file(opened, path);
	if (error) {
		int why = errno;
		bot_store_close(opened);
		errno = why;
		return error;
	}
	*store = opened;
	return BOT_OK;
}

void bot_store_close(struct bot_store *store)
{
	if (!store)
		return;
	for (size_t i = 0; i < BOT_SQL_COUNT; i++)
		sqlite3_finalize(store->statements[i]);
	bot_sending_finish(&store->sending);
	int rc = sqlite3_close(store->db);
	assert(rc == SQLITE_OK); /* all statements are finalized */
	(void)rc;
	free(store);
}

/*
 * In WAL mode, a loss of power may lose a commit that did not wait for the disk, but always the
 * whole commit. A commit that waits also brings all commits before it to the disk. See
 * https://www.sqlite.org/pragma.html#pragma_synchronous
 */
static enum bot_error set_light(struct bot_store *store, bool light)
{
	if (store->light == light)
		return BOT_OK;
	int rc = sqlite3_exec(store->db,
		light ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", NULL, NULL,
		NULL);
	enum bot_error error = bot_connection_check(store, rc);
	if (!error)
		store->light = light;
	return error;
}

static enum bot_error begin(struct bot_store *store, bool light)
{
	struct bot_query query;
	enum bot_error error = set_light(store, light);
	if (error)
		return error;
	bot_query_begin(&query, store, BOT_SQL_BEGIN);
	bot_query_row(&query);
	return bot_query_end(&query);
}

enum bot_error bot_store_begin(struct bot_store *store)
{
	return begin(store, false);
}

enum bot_error bot_store_begin_lightly(struct bot_store *store)
{
	return begin(store, true);
}

enum bot_error bot_store_commit(struct bot_store *store)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_COMMIT);
	return bot_query_write(&query);
}

void bot_store_rollback(struct bot_store *store)
{
	if (sqlite3_get_autocommit(store->db))
		return; /* SQLite has rolled back by itself, or there was no transaction */
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROLLBACK);
	/* After a failure, SQLite rolls back when the file is opened next. */
	enum bot_error error = bot_query_write(&query);
	(void)error;
}
