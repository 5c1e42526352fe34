#include "bot/store/sqlite/database.h"

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/files.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/driver.h"
#include "bot/store/sqlite/schema.h"
#include "bot/store/sqlite/schema_check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/*
 * SQLite copies the write-ahead log into the file when the log has this many pages of 4 KiB: 32 MB,
 * or less if there is little space on the disk.
 */
#define LOG_PAGES       8000
#define LOG_PAGES_LEAST 50
#define SMALL_FILE      (4 * 1024 * 1024) /* bytes of a file that can be read in a few milliseconds */

/*
 * Returns whether to check the whole file for damage before the bot uses it. This is true if the
 * file is small, or if there is a log because the last process did not close the file. In a big
 * file that is not checked, the store finds damage only when it reads a damaged match. The host
 * then sets this match aside.
 */
static bool is_suspect(const char *path)
{
	struct stat file;

	return stat(path, &file) || file.st_size <= SMALL_FILE ||
	       bot_connection_log_size(path) >= 0;
}

/*
 * Chooses how long the log may become. A log that takes an eighth of the free space leaves room for
 * the pages that SQLite copies from it into the file.
 */
static int choose_log_pages(const char *path)
{
	struct statvfs disk;
	unsigned long long pages = LOG_PAGES;

	if (statvfs(path, &disk) == 0)
		pages = (unsigned long long)disk.f_bavail * disk.f_frsize / 8 / 4096;
	return pages > LOG_PAGES         ? LOG_PAGES
	       : pages < LOG_PAGES_LEAST ? LOG_PAGES_LEAST
					 : (int)pages;
}

static bool is_memory(const char *path)
{
	return strcmp(path, ":memory:") == 0;
}

static enum bot_error run(sqlite3 *db, const char *sql)
{
	return bot_connection_result(sqlite3_exec(db, sql, NULL, NULL, NULL));
}

/* Upgrades the schema. Keeps a copy of an older store first. */
static enum bot_error upgrade(struct bot_file_store *store, const char *path)
{
	int64_t version = 0;
	enum bot_error error = bot_schema_read_version(store->db, &version);

	if (!error && version > 0 && version < bot_schema.version && !is_memory(path))
		error = bot_store_keep(&store->store, path, version);
	return error ? error : bot_schema_upgrade(store->db, &bot_schema);
}

/*
 * Warns if SQLite once wrote all tables into the log of this file, and the log is gone: somebody
 * has put the file back without it. A process that was killed while it made the store leaves such a
 * file, too, so this is no error. Call this before the store gets its tables.
 */
static void warn_of_missing_log(sqlite3 *db, const char *path)
{
	int64_t version = 0;

	if (bot_schema_read_version(db, &version) || version != 0 ||
		bot_connection_expect(db, "PRAGMA journal_mode", "wal", BOT_NOT_FOUND))
		return;
	bot_log_write(BOT_LOG_WARNING, "store_log_missing",
		BOT_LOG_FIELDS({"file", .text = path},
			{"why", .text = "a bot has used this file, but it is empty, and the file "
					"with -wal at the end of its name is missing: the bot "
					"begins with an empty store. If you have put the file back "
					"from a copy, stop the bot, and put back the -wal file of "
					"the same copy, too, or restore a backup"}));
}

/* Locks the file, and checks that it has the schema of the bot. Writes nothing. */
static enum bot_error check_file(sqlite3 *db, const char *path, bool suspect)
{
	/* SQLite opens a file only for reading if it can't open the file for writing. */
	if (sqlite3_db_readonly(db, "main")) {
		if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0)
			errno = 0; /* the file system takes writes now, so the reason is gone */
		return BOT_STORE_FAILED;
	}
	/*
	 * If the file belongs to another program that left a log, sqlite3_close would copy this log
	 * into the file. This option prevents that.
	 */
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	enum bot_error error = bot_connection_lock(db);
	if (!error)
		error = bot_schema_check(db, &bot_schema, suspect);
	if (!error)
		sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	return error;
}

/* Checks the file, chooses how SQLite writes it, and upgrades it. */
static enum bot_error prepare_file(
	struct bot_file_store *store, const char *path, bool suspect, bool has_log)
{
	sqlite3 *db = store->db;

	enum bot_error error = check_file(db, path, suspect);
	if (error)
		return error;
	if (!has_log)
		warn_of_missing_log(db, path);
	if (!is_memory(path))
		error = bot_connection_expect(
			db, "PRAGMA journal_mode = WAL", "wal", BOT_STORE_FAILED);
	/* With FULL, a commit that has returned survives a loss of power. */
	if (!error)
		error = run(db, "PRAGMA synchronous = FULL");
	/*
	 * SQLite overwrites deleted rows with zeros. Otherwise data about a user could stay in the
	 * file long after the user was erased, and sent hands could get into backups of the file.
	 * It costs little, because SQLite writes these pages anyway.
	 */
	if (!error)
		error = run(db, "PRAGMA secure_delete = ON");
	/*
	 * Copying the log into the file makes SQLite wait for the disk two more times. A large log
	 * makes this rare.
	 */
	if (!error)
		error = bot_connection_result(
			sqlite3_wal_autocheckpoint(db, choose_log_pages(path)));
	if (!error)
		error = upgrade(store, path);
	/*
	 * Foreign keys are switched on only after the upgrade, which replaces tables that other
	 * tables refer to.
	 */
	if (!error)
		error = run(db, "PRAGMA foreign_keys = ON");
	return error;
}

static enum bot_error open_file(struct bot_file_store *store, const char *path)
{
	bool suspect = is_suspect(path), has_log = bot_connection_log_size(path) > 0;

	/*
	 * bot_connection_create does not open a file that exists. If it opened the file, closing
	 * the file would release the POSIX locks that this process holds on the file through
	 * another connection.
	 */
	if (!is_memory(path) && !bot_connection_create(path) && errno != EEXIST)
		return BOT_STORE_FAILED;
	enum bot_error error = bot_connection_open(path, SQLITE_OPEN_READWRITE, &store->db);
	if (!error)
		error = prepare_file(store, path, suspect, has_log);
	if (!error)
		error = bot_sqlite_prepare(store);
	if (!error)
		error = bot_store_load(&store->store);
	if (error == BOT_STORE_FAILED && store->db && bot_connection_errno(store->db))
		errno = bot_connection_errno(store->db);
	return error;
}

enum bot_error bot_file_store_open(const char *path, struct bot_store **store)
{
	struct bot_file_store *opened = bot_calloc(1, sizeof(*opened));
	opened->store.driver = &bot_sqlite_driver;
	enum bot_error error = open_file(opened, path);
	if (error) {
		int why = errno;
		bot_store_close(&opened->store);
		errno = why;
		return error;
	}
	*store = &opened->store;
	return BOT_OK;
}
