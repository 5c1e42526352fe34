/* Opening and closing the file, transactions, and what SQLite's results mean. */
#include "bot/store/database.h"

#include "bot/store/query.h"
#include "bot/store/schema.h"
#include "bot/store/sending.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_PAGES  8000              /* of the write-ahead log: 32 MB */
#define SMALL_FILE (4 * 1024 * 1024) /* bytes: read in a few milliseconds */

enum bot_error bot_store_result(int rc)
{
	switch (rc & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return BOT_OK;
	case SQLITE_NOMEM:
		return BOT_NO_MEMORY;
	case SQLITE_IOERR:
		return rc == SQLITE_IOERR_NOMEM ? BOT_NO_MEMORY : BOT_STORE_FAILED;
	case SQLITE_CONSTRAINT:
		/* Every reference that a caller can get wrong is to a match or a post. */
		return rc == SQLITE_CONSTRAINT_FOREIGNKEY ? BOT_NOT_FOUND : BOT_INVALID;
	case SQLITE_TOOBIG:
		return BOT_INVALID;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return BOT_STORE_CORRUPT;
	default: /* FULL, BUSY, READONLY and whatever comes with a later SQLite */
		return BOT_STORE_FAILED;
	}
}

enum bot_error bot_store_check(struct bot_store *store, int rc)
{
	enum bot_error error = bot_store_result(rc);
	if (error)
		snprintf(store->detail, sizeof store->detail, "%s (%d)", sqlite3_errmsg(store->db),
			rc);
	return error;
}

const char *bot_store_detail(const struct bot_store *store)
{
	return store->detail;
}

/*
 * SQLite would create the file with the umask's mode, and gives its journals the file's own. A file
 * that exists is not opened here: closing it again would drop the POSIX locks that this process
 * holds on it through another store.
 */
static enum bot_error create_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno == EEXIST ? BOT_OK : BOT_STORE_FAILED;
	close(fd);
	return BOT_OK;
}

enum bot_error bot_store_lock(sqlite3 *db)
{
	int rc = sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, "BEGIN EXCLUSIVE; ROLLBACK", NULL, NULL, NULL);
	if ((rc & 0xff) == SQLITE_BUSY)
		return BOT_STORE_IN_USE;
	return bot_store_result(rc);
}

/*
 * Whether the file is to be read whole for damage: where the last run did not end well, which its
 * log tells, and where that takes no time. A damaged match in a big one is set aside when it is
 * met.
 */
static bool is_suspect(const char *path)
{
	char log[4096];
	struct stat file;
	int length = snprintf(log, sizeof log, "%s-wal", path);

	return length >= (int)sizeof log || stat(path, &file) || file.st_size <= SMALL_FILE ||
	       access(log, F_OK) == 0;
}

/* Looks before it touches: until the schema is known to be ours, nothing is written. */
static enum bot_error prepare_file(sqlite3 *db, bool memory, bool suspect)
{
	/* SQLite opens for reading what it can't open for writing. */
	if (sqlite3_db_readonly(db, "main")) {
		errno = EACCES;
		return BOT_STORE_FAILED;
	}
	/* Closing would write another's left-over log into another's file. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	enum bot_error error = bot_store_lock(db);
	if (error)
		return error;
	error = bot_schema_check(db, &bot_schema, suspect);
	if (error)
		return error;
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	if (!memory)
		error = bot_schema_expect(db, "PRAGMA journal_mode = WAL", "wal", BOT_STORE_FAILED);
	/* FULL: a commit that was answered survives a loss of power. */
	if (!error)
		error = bot_store_result(
			sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL));
	/* Each time the log is copied into the file the disk is waited for twice more. */
	if (!error)
		error = bot_store_result(sqlite3_wal_autocheckpoint(db, LOG_PAGES));
	if (!error)
		error = bot_schema_upgrade(db, &bot_schema);
	/* After the upgrade, which may rebuild a table that others refer to. */
	if (!error)
		error = bot_store_result(
			sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL));
	return error;
}

static enum bot_error prepare_statements(struct bot_store *store)
{
	for (size_t i = 0; i < BOT_SQL_COUNT; i++) {
		int rc = sqlite3_prepare_v3(store->db, bot_sql[i], -1, SQLITE_PREPARE_PERSISTENT,
			&store->statements[i], NULL);
		if (rc != SQLITE_OK)
			return bot_store_result(rc);
	}
	return BOT_OK;
}

static enum bot_error open_file(struct bot_store *store, const char *path)
{
	bool memory = strcmp(path, ":memory:") == 0;
	bool suspect = is_suspect(path);
	enum bot_error error = memory ? BOT_OK : create_file(path);
	if (error)
		return error;
	errno = 0;
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
	error = bot_store_result(sqlite3_open_v2(path, &store->db, flags, NULL));
	if (!error)
		error = prepare_file(store->db, memory, suspect);
	if (!error)
		error = prepare_statements(store);
	if (!error)
		error = bot_sending_begin(store);
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
	bot_sending_end(store);
	int rc = sqlite3_close(store->db);
	assert(rc == SQLITE_OK); /* else a statement was not finalized */
	(void)rc;
	free(store);
}

/*
 * In WAL mode a commit that is not waited for is lost as a whole or not at all, and one that is
 * waited for brings all before it to the disk:
 * https://www.sqlite.org/pragma.html#pragma_synchronous
 */
static enum bot_error set_light(struct bot_store *store, bool light)
{
	if (store->light == light)
		return BOT_OK;
	int rc = sqlite3_exec(store->db,
		light ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", NULL, NULL,
		NULL);
	enum bot_error error = bot_store_check(store, rc);
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
		return; /* SQLite rolled back by itself */
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROLLBACK);
	/* A failure leaves nothing to do: the journal is rolled back when it is opened next. */
	enum bot_error error = bot_query_write(&query);
	(void)error;
}

size_t bot_utf8_cut(const char *text, size_t size, size_t max)
{
	if (size <= max)
		return size;
	size = max;
	while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80)
		size--;
	return size;
}
