/* Copies of the store: whole, consistent and in one file without a log. */
#include "bot/store/copy.h"

#include "bot/store/database.h"
#include "bot/store/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* SQLite would make the file with the umask's mode, and takes an empty one. */
static enum bot_error make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return BOT_STORE_FAILED;
	close(fd);
	return BOT_OK;
}

static int vacuum_into(sqlite3 *db, const char *to)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &statement, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_bind_text(statement, 1, to, -1, SQLITE_STATIC);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	sqlite3_finalize(statement);
	return rc;
}

static enum bot_error copy(sqlite3 *db, const char *to)
{
	enum bot_error error = make_file(to);

	if (error)
		return error;
	error = bot_store_result(vacuum_into(db, to));
	if (error) {
		int why = sqlite3_system_errno(db);

		unlink(to);
		errno = why;
	}
	return error;
}

enum bot_error bot_store_snapshot(struct bot_store *store, const char *to)
{
	return copy(store->db, to);
}

static enum bot_error open_other(const char *path, int flags, sqlite3 **db)
{
	enum bot_error error;

	errno = 0;
	error = bot_store_result(sqlite3_open_v2(
		path, db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL));
	if (error && *db)
		errno = sqlite3_system_errno(*db);
	return error;
}

/* The version stays what it is: a backup before an upgrade is one that the older program reads. */
enum bot_error bot_store_copy(const char *path, const char *to)
{
	sqlite3 *db = NULL;
	enum bot_error error = bot_store_probe(path);

	if (!error)
		error = open_other(path, SQLITE_OPEN_READWRITE, &db);
	if (!error)
		error = bot_store_lock(db);
	if (!error)
		error = copy(db, to);
	int why = errno;
	sqlite3_close(db);
	errno = why;
	return error;
}

enum bot_error bot_store_verify(const char *path)
{
	sqlite3 *db = NULL;
	enum bot_error error = bot_store_probe(path);

	if (!error)
		error = open_other(path, SQLITE_OPEN_READONLY, &db);
	if (!error)
		error = bot_schema_expect(db, "PRAGMA integrity_check(1)", "ok", BOT_STORE_CORRUPT);
	if (!error)
		error = bot_schema_expect(db, "SELECT count(*) FROM pragma_foreign_key_check", "0",
			BOT_STORE_CORRUPT);
	int why = errno;
	sqlite3_close(db);
	errno = why;
	return error;
}
