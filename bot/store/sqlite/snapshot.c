#include "bot/store/snapshot.h"

#include "bot/base/memory.h"
#include "bot/store/sqlite/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SLICE_PAGES 256 /* 1 MB */

/*
 * SQLite's online backup copies pages from one connection to another
 * (https://www.sqlite.org/backup.html). What the source connection commits meanwhile, SQLite writes
 * into both databases.
 */
struct bot_snapshot {
	sqlite3 *copy;
	sqlite3_backup *backup;
	char *path;
	bool done;
};

/* A slice that fails does not change the error that the connection remembers, so `rc` decides. */
static enum bot_error fail(sqlite3 *db, int rc)
{
	enum bot_error error = bot_connection_result(rc);

	errno = (rc & 0xff) == SQLITE_FULL ? ENOSPC : sqlite3_system_errno(db);
	return error ? error : BOT_STORE_FAILED;
}

/*
 * The copy needs no durability: a copy that a loss of power has interrupted is useless anyway. With
 * the exclusive mode, the copy never gets an index of a write-ahead log.
 */
static enum bot_error open_copy(struct bot_snapshot *snapshot, struct bot_store *store)
{
	enum bot_error error =
		bot_connection_open(snapshot->path, SQLITE_OPEN_READWRITE, &snapshot->copy);
	int rc;

	if (error)
		return error;
	rc = sqlite3_exec(snapshot->copy,
		"PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return fail(snapshot->copy, rc);
	snapshot->backup =
		sqlite3_backup_init(snapshot->copy, "main", bot_connection_of(store), "main");
	return snapshot->backup ? BOT_OK : fail(snapshot->copy, sqlite3_errcode(snapshot->copy));
}

enum bot_error bot_snapshot_create(
	struct bot_store *store, const char *to, struct bot_snapshot **snapshot)
{
	struct bot_snapshot *made;
	enum bot_error error;
	int why;

	/* A file that SQLite creates may not have the mode 0600. */
	if (!bot_connection_create(to))
		return BOT_STORE_FAILED;
	made = bot_calloc(1, sizeof(*made));
	made->path = bot_strdup(to);
	error = open_copy(made, store);
	if (!error) {
		*snapshot = made;
		return BOT_OK;
	}
	why = errno;
	bot_snapshot_destroy(made);
	errno = why;
	return error;
}

/* The copied header says that the copy has a write-ahead log; the copy must be one file. */
static enum bot_error finish(struct bot_snapshot *snapshot)
{
	int rc = sqlite3_backup_finish(snapshot->backup);
	enum bot_error error;

	snapshot->backup = NULL;
	if (rc != SQLITE_OK)
		return fail(snapshot->copy, rc);
	errno = 0;
	error = bot_connection_expect(
		snapshot->copy, "PRAGMA journal_mode = DELETE", "delete", BOT_STORE_FAILED);
	if (error)
		errno = bot_connection_errno(snapshot->copy);
	return error;
}

enum bot_error bot_snapshot_step(struct bot_snapshot *snapshot, bool *done)
{
	int rc = sqlite3_backup_step(snapshot->backup, SLICE_PAGES);
	enum bot_error error;

	if (rc == SQLITE_OK)
		return BOT_OK;
	error = rc == SQLITE_DONE ? finish(snapshot) : fail(snapshot->copy, rc);
	if (!error)
		*done = snapshot->done = true;
	return error;
}

void bot_snapshot_destroy(struct bot_snapshot *snapshot)
{
	if (!snapshot)
		return;
	sqlite3_backup_finish(snapshot->backup);
	sqlite3_close(snapshot->copy);
	if (!snapshot->done)
		unlink(snapshot->path);
	free(snapshot->path);
	free(snapshot);
}
