#include "bot/store/files.h"

#include "bot/base/memory.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/database.h"
#include "bot/store/sqlite/schema.h"
#include "bot/store/sqlite/schema_check.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The places of two values in the header of a database file, in bytes from its start
 * (https://www.sqlite.org/fileformat2.html, section 1.3). bot_file_store_probe reads the header
 * without SQLite, so it needs no lock and writes nothing.
 */
#define HEADER_SIZE    100
#define AT_VERSION     60
#define AT_APPLICATION 68

#define PATH_SIZE 4096

/* What SQLite appends to the path of the database for each of its files. */
static const char *const suffixes[] = {"", "-wal", "-shm"};
#define SUFFIXES (sizeof(suffixes) / sizeof(*suffixes))

static int64_t number_at(const unsigned char *bytes)
{
	return (int32_t)((uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
			 (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3]);
}

static bool is_database(const unsigned char *header, size_t size)
{
	return size == HEADER_SIZE && memcmp(header, "SQLite format 3", 16) == 0;
}

static enum bot_error check_header(const unsigned char header[HEADER_SIZE], size_t size)
{
	int64_t version;

	if (size == 0)
		return BOT_NOT_FOUND; /* bot_store_open would create the store in an empty file */
	if (!is_database(header, size))
		return BOT_STORE_CORRUPT;
	version = number_at(header + AT_VERSION);
	if (number_at(header + AT_APPLICATION) != BOT_APPLICATION_ID || version < 1)
		return BOT_STORE_CORRUPT;
	return bot_schema_check_version(&bot_schema, version);
}

/*
 * Opens a regular file. Returns NULL and sets errno on failure. O_NONBLOCK keeps open() from
 * waiting for a writer if the path is a named pipe.
 */
static FILE *open_regular(const char *path)
{
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat status = {0};
	FILE *file;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
		(file = fdopen(descriptor, "rb")))
		return file;
	close(descriptor);
	errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
	return NULL;
}

enum bot_error bot_file_store_probe(const char *path)
{
	unsigned char header[HEADER_SIZE];
	FILE *file = open_regular(path);
	enum bot_error error;
	size_t size;

	if (!file)
		return errno == ENOENT ? BOT_NOT_FOUND : BOT_STORE_FAILED;
	size = fread(header, 1, sizeof(header), file);
	error = ferror(file) ? BOT_STORE_FAILED : check_header(header, size);
	fclose(file);
	/* SQLite may not have copied the header of a new store from the log into the file yet. */
	if (error == BOT_STORE_CORRUPT && is_database(header, size) &&
		number_at(header + AT_APPLICATION) == 0 && bot_connection_log_size(path) > 0)
		return BOT_OK;
	return error;
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

/*
 * Copies the store into the new file `to`. This function itself creates the file, because a file
 * that SQLite creates may not have the mode 0600. VACUUM INTO accepts an empty file.
 */
static enum bot_error copy(sqlite3 *db, const char *to)
{
	if (!bot_connection_create(to))
		return BOT_STORE_FAILED;
	enum bot_error error = bot_connection_result(vacuum_into(db, to));
	if (error) {
		int why = bot_connection_errno(db);

		unlink(to);
		errno = why;
	}
	return error;
}

static bool append(char path[PATH_SIZE], const char *start, const char *end)
{
	int length = snprintf(path, PATH_SIZE, "%s%s", start, end);

	if (length >= 0 && length < PATH_SIZE)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/* Writes the path of the copy that is kept before a store of this version is upgraded. */
static bool kept_path(char kept[PATH_SIZE], const char *path, int64_t version)
{
	char suffix[32];

	snprintf(suffix, sizeof(suffix), ".version-%" PRId64, version);
	return append(kept, path, suffix);
}

/*
 * Whether the bytes begin a file that is a store, or a copy of one that has never become complete:
 * then its first page may be missing.
 */
static bool may_begin_store(const unsigned char *header, size_t size)
{
	static const unsigned char nothing[HEADER_SIZE];

	return memcmp(header, nothing, size) == 0 ||
	       (is_database(header, size) &&
		       number_at(header + AT_APPLICATION) == BOT_APPLICATION_ID);
}

bool bot_store_may_be_copy(const char *path)
{
	unsigned char header[HEADER_SIZE];
	FILE *file = open_regular(path);
	size_t size;

	if (!file)
		return false;
	size = fread(header, 1, sizeof(header), file);
	fclose(file);
	errno = EEXIST;
	return may_begin_store(header, size);
}

bool bot_store_remove_copy(const char *path)
{
	return bot_store_may_be_copy(path) ? unlink(path) == 0 : errno == ENOENT;
}

bool bot_store_remove_kept(const char *path)
{
	char kept[PATH_SIZE];
	bool removed = false;

	for (int version = 1; version < bot_schema.version; version++)
		removed |= kept_path(kept, path, version) && bot_store_may_be_copy(kept) &&
			   unlink(kept) == 0;
	return removed;
}

enum bot_error bot_store_keep(struct bot_store *store, const char *path, int64_t version)
{
	char kept[PATH_SIZE];

	bot_store_remove_kept(path);
	return kept_path(kept, path, version) ? copy(bot_connection_of(store), kept)
					      : BOT_STORE_FAILED;
}

static enum bot_error open_existing(const char *path, int flags, sqlite3 **db)
{
	enum bot_error error = bot_file_store_probe(path);

	return error ? error : bot_connection_open(path, flags, db);
}

/* Closes a connection. sqlite3_close changes errno, so this function restores it. */
static void close_other(sqlite3 *db)
{
	int why = errno;

	sqlite3_close(db);
	errno = why;
}

enum bot_error bot_store_copy(const char *path, const char *to)
{
	sqlite3 *db = NULL;
	enum bot_error error = open_existing(path, SQLITE_OPEN_READWRITE, &db);

	if (!error)
		error = bot_connection_lock(db);
	if (!error)
		error = copy(db, to);
	close_other(db);
	return error;
}

enum bot_error bot_store_verify(const char *path)
{
	sqlite3 *db = NULL;
	enum bot_error error = open_existing(path, SQLITE_OPEN_READONLY, &db);

	if (!error)
		error = bot_schema_check(db, &bot_schema, false);
	if (!error)
		error = bot_connection_expect(
			db, "PRAGMA integrity_check(1)", "ok", BOT_STORE_CORRUPT);
	if (!error)
		error = bot_connection_expect(db, "SELECT count(*) FROM pragma_foreign_key_check",
			"0", BOT_STORE_CORRUPT);
	close_other(db);
	return error;
}

bool bot_store_rename(const char *path, const char *to)
{
	char from[PATH_SIZE], target[PATH_SIZE];

	for (size_t i = 0; i < SUFFIXES; i++) {
		if (!append(from, path, suffixes[i]) || !append(target, to, suffixes[i]))
			return false;
		/* ENOENT may also mean that the folder of `to` does not exist. */
		if (rename(from, target) != 0 && (errno != ENOENT || access(from, F_OK) == 0))
			return false;
	}
	return true;
}

void bot_store_remove(const char *path)
{
	char file[PATH_SIZE];

	for (size_t i = 0; i < SUFFIXES; i++)
		if (append(file, path, suffixes[i]))
			unlink(file);
	bot_store_remove_kept(path);
}

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
