#include "bot/store/sqlite/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

sqlite3 *bot_connection_of(const struct bot_store *store)
{
	return ((const struct bot_file_store *)store)->db;
}

enum bot_error bot_connection_open(const char *path, int flags, sqlite3 **db)
{
	/*
	 * SQLite need not count the memory that it uses: nobody reads these figures. SQLite refuses
	 * this setting if it already runs in this process, and then counts as before.
	 */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	errno = 0;
	enum bot_error error = bot_connection_result(sqlite3_open_v2(
		path, db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL));
	if (error && *db)
		errno = bot_connection_errno(*db);
	return error;
}

static int file_errno(sqlite3_file *file)
{
	int why = 0;

	if (file && file->pMethods)
		file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &why);
	return why;
}

/* After a commit that fails, SQLite keeps the reason only in the file that it could not write. */
static int last_errno(sqlite3 *db)
{
	static const int files[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
	int why = sqlite3_system_errno(db);

	for (size_t i = 0; i < sizeof(files) / sizeof(*files) && !why; i++) {
		sqlite3_file *file = NULL;

		if (sqlite3_file_control(db, "main", files[i], &file) == SQLITE_OK)
			why = file_errno(file);
	}
	return why;
}

int bot_connection_errno(sqlite3 *db)
{
	switch (sqlite3_errcode(db) & 0xff) {
	case SQLITE_FULL:
		return ENOSPC;
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
	case SQLITE_READONLY:
		return last_errno(db);
	default:
		return 0;
	}
}

enum bot_error bot_connection_result(int rc)
{
	switch (rc & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return BOT_OK;
	case SQLITE_CONSTRAINT:
		/*
		 * A foreign key fails only if the caller names a match or a post that does not
		 * exist.
		 */
		return rc == SQLITE_CONSTRAINT_FOREIGNKEY ? BOT_NOT_FOUND : BOT_INVALID;
	case SQLITE_TOOBIG:
		return BOT_INVALID;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return BOT_STORE_CORRUPT;
	default: /* SQLITE_NOMEM, _FULL, _IOERR, _BUSY, _READONLY, and codes of later versions of
		    SQLite */
		return BOT_STORE_FAILED;
	}
}

enum bot_error bot_connection_check(struct bot_store *store, int rc)
{
	enum bot_error error = bot_connection_result(rc);
	sqlite3 *db = bot_connection_of(store);
	if (!error)
		return BOT_OK;
	int why = error == BOT_STORE_FAILED ? bot_connection_errno(db) : 0;
	snprintf(store->detail, sizeof(store->detail), "%s (%d)%s%s", sqlite3_errmsg(db), rc,
		why ? ": " : "", why ? bot_errno_text(why) : "");
	store->disk_full = bot_errno_is_full(why);
	return error;
}

enum bot_error bot_connection_lock(sqlite3 *db)
{
	int rc = sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, "BEGIN EXCLUSIVE; ROLLBACK", NULL, NULL, NULL);
	if ((rc & 0xff) == SQLITE_BUSY)
		return BOT_STORE_IN_USE;
	return bot_connection_result(rc);
}

enum bot_error bot_connection_expect(
	sqlite3 *db, const char *sql, const char *want, enum bot_error otherwise)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	enum bot_error error = bot_connection_result(rc);
	if (rc == SQLITE_ROW) {
		const unsigned char *text = sqlite3_column_text(statement, 0);
		error = text && strcmp((const char *)text, want) == 0 ? BOT_OK : otherwise;
	}
	sqlite3_finalize(statement);
	return error;
}

enum bot_error bot_connection_read_int(sqlite3 *db, const char *sql, int64_t *value)
{
	sqlite3_stmt *statement = NULL;

	int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	if (rc == SQLITE_ROW)
		*value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return bot_connection_result(rc);
}

int64_t bot_connection_log_size(const char *path)
{
	char log[4096];
	struct stat status;
	int length = snprintf(log, sizeof(log), "%s-wal", path);

	if (length < 0 || (size_t)length >= sizeof(log) || stat(log, &status))
		return -1;
	return status.st_size;
}

bool bot_connection_create(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}
