/* Tests how the files of a store are copied, checked, renamed and removed. */
#include "bot/store/files.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/schema.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"
#include "tests/support/sql.h"
#include "tests/support/version_21.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *copy_path(void)
{
	static char path[TEMP_PATH_SIZE + 8];

	snprintf(path, sizeof(path), "%s.copy", file_store.path);
	return path;
}

static void assert_copy_holds(const char *key, const char *value)
{
	struct bot_store *copy = NULL;
	struct stat status;

	assert_int_equal(bot_store_verify(copy_path()), BOT_OK);
	assert_int_equal(stat(copy_path(), &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	assert_int_equal(bot_store_open(copy_path(), &copy), BOT_OK);
	file_store_holds(copy, key, value);
	bot_store_close(copy);
}

static struct bot_snapshot *begin_snapshot(struct bot_store *store)
{
	struct bot_snapshot *snapshot = NULL;

	assert_int_equal(bot_snapshot_create(store, copy_path(), &snapshot), BOT_OK);
	return snapshot;
}

/* Returns whether the copy is complete. */
static bool copy_slice(struct bot_snapshot *snapshot)
{
	bool done = false;

	assert_int_equal(bot_snapshot_step(snapshot, &done), BOT_OK);
	return done;
}

static void end_snapshot(struct bot_snapshot *snapshot)
{
	while (!copy_slice(snapshot))
		;
	bot_snapshot_destroy(snapshot);
}

/* Opens a store that is bigger than one slice. */
static struct bot_store *open_big(void)
{
	struct bot_store *store = file_store_open();

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(
		sqlite3_exec(bot_connection_of(store),
			"INSERT INTO adapter_values VALUES ('big', printf('%3000000d', 1))", NULL,
			NULL, NULL),
		SQLITE_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	return store;
}

FILE_TEST(test_snapshot_of_an_open_store_is_sound)
{
	struct bot_store *store = file_store_open();

	file_store_put(store, "k", "one");
	end_snapshot(begin_snapshot(store));
	file_store_put(store, "k", "two");
	assert_copy_holds("k", "one");
	file_store_holds(store, "k", "two");
	bot_store_close(store);
}

FILE_TEST(test_snapshot_holds_what_is_committed_between_two_slices)
{
	struct bot_store *store = open_big();
	struct bot_snapshot *snapshot = begin_snapshot(store);

	file_store_put(store, "k", "one");
	for (int i = 0; i < 2; i++) {
		assert_false(copy_slice(snapshot));
		file_store_put(store, "k", "two");
	}
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(sqlite3_exec(bot_connection_of(store), "DELETE FROM adapter_values", NULL,
				 NULL, NULL),
		SQLITE_OK);
	bot_store_rollback(store);
	end_snapshot(snapshot);
	assert_copy_holds("k", "two");
	bot_store_close(store);
}

FILE_TEST(test_snapshot_that_is_given_up_leaves_no_file)
{
	struct bot_store *store = open_big();
	struct bot_snapshot *snapshot = begin_snapshot(store);

	assert_false(copy_slice(snapshot));
	bot_snapshot_destroy(snapshot);
	assert_int_equal(access(copy_path(), F_OK), -1);
	bot_snapshot_destroy(NULL);
	file_store_put(store, "k", "after");
	bot_store_close(store);
}

FILE_TEST(test_copy_includes_the_log_of_a_killed_process)
{
	struct bot_store *store = file_store_open();

	sqlite3_db_config(bot_connection_of(store), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	file_store_put(store, "k", "logged");
	bot_store_close(store);
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_OK);
	assert_copy_holds("k", "logged");
}

FILE_TEST(test_copy_keeps_the_version)
{
	sqlite3 *db;

	file_store_sql(version_21_sql);
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_OK);
	assert_int_equal(sqlite3_open(copy_path(), &db), SQLITE_OK);
	assert_int_equal(sql_file_number(db, "PRAGMA user_version"), 21);
	sqlite3_close(db);
	assert_int_equal(bot_store_verify(copy_path()), BOT_OK);
}

FILE_TEST(test_copy_overwrites_no_file)
{
	struct bot_store *store = file_store_open();
	struct bot_snapshot *snapshot = NULL;
	FILE *there = fopen(copy_path(), "w");

	assert_non_null(there);
	fputs("precious", there);
	fclose(there);
	assert_int_equal(bot_snapshot_create(store, copy_path(), &snapshot), BOT_STORE_FAILED);
	assert_null(snapshot);
	bot_store_close(store);
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_STORE_FAILED);
	assert_int_equal(bot_store_verify(copy_path()), BOT_STORE_CORRUPT);
}

FILE_TEST(test_copy_of_a_missing_store_makes_no_file)
{
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_NOT_FOUND);
	assert_int_equal(access(copy_path(), F_OK), -1);
	assert_int_equal(access(file_store.path, F_OK), -1);
}

static int copy_elsewhere(void)
{
	return bot_store_copy(file_store.path, copy_path()) == BOT_STORE_IN_USE &&
			       access(copy_path(), F_OK) != 0
		       ? 0
		       : 1;
}

FILE_TEST(test_copy_of_a_store_in_use_is_refused)
{
	struct bot_store *store = file_store_open();

	assert_int_equal(file_store_fork(copy_elsewhere), 0);
	bot_store_close(store);
}

FILE_TEST(test_verify_finds_damage)
{
	struct bot_store *store = file_store_open();
	FILE *file;

	for (int i = 0; i < 200; i++) {
		char key[16];

		snprintf(key, sizeof(key), "key%d", i);
		file_store_put(store, key, "a value of some length, so that there are many pages");
	}
	end_snapshot(begin_snapshot(store));
	bot_store_close(store);
	file = fopen(copy_path(), "r+");
	assert_int_equal(fseek(file, -6000, SEEK_END), 0);
	for (int i = 0; i < 6000; i++)
		fputc(0xa5, file);
	fclose(file);
	assert_int_equal(bot_store_verify(copy_path()), BOT_STORE_CORRUPT);
}

static bool exists(const char *start, const char *end)
{
	char path[TEMP_PATH_SIZE + 16];

	snprintf(path, sizeof(path), "%s%s", start, end);
	return access(path, F_OK) == 0;
}

static void make_log(const char *start, const char *end)
{
	char path[TEMP_PATH_SIZE + 16];
	FILE *file;

	snprintf(path, sizeof(path), "%s%s", start, end);
	file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
}

static void write_file(const char *path, const char *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

FILE_TEST(test_only_copies_are_removed)
{
	static const char nothing[4096];

	assert_true(bot_store_remove_copy(copy_path())); /* there is none */
	write_file(copy_path(), "notes", 5);
	assert_false(bot_store_remove_copy(copy_path()));
	assert_int_equal(errno, EEXIST);
	assert_int_equal(access(copy_path(), F_OK), 0);
	/* copies that a killed process has left */
	write_file(copy_path(), nothing, 0);
	assert_true(bot_store_remove_copy(copy_path()));
	write_file(copy_path(), nothing, sizeof(nothing));
	assert_true(bot_store_remove_copy(copy_path()));
	bot_store_close(file_store_open());
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_OK);
	assert_true(bot_store_remove_copy(copy_path()));
	assert_int_not_equal(access(copy_path(), F_OK), 0);
}

FILE_TEST(test_kept_file_of_others_stays)
{
	char path[TEMP_PATH_SIZE + 16];

	snprintf(path, sizeof(path), "%s.version-3", file_store.path);
	write_file(path, "notes", 5);
	assert_false(bot_store_remove_kept(file_store.path));
	bot_store_remove(file_store.path);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(unlink(path), 0);
}

FILE_TEST(test_rename_takes_the_log_along)
{
	bot_store_close(file_store_open());
	make_log(file_store.path, "-wal");
	make_log(file_store.path, "-shm");
	assert_true(bot_store_rename(file_store.path, copy_path()));
	assert_false(exists(file_store.path, ""));
	assert_false(exists(file_store.path, "-wal"));
	assert_true(exists(copy_path(), ""));
	assert_true(exists(copy_path(), "-wal"));
	bot_store_remove(copy_path());
	assert_false(exists(copy_path(), ""));
	assert_false(exists(copy_path(), "-wal"));
	assert_false(exists(copy_path(), "-shm"));
}

FILE_TEST(test_rename_of_nothing_does_nothing)
{
	assert_true(bot_store_rename(file_store.path, copy_path()));
	assert_false(exists(copy_path(), ""));
}

FILE_TEST(test_rename_into_a_missing_folder_fails)
{
	bot_store_close(file_store_open());
	assert_false(bot_store_rename(file_store.path, "/nonexistent/store"));
	assert_true(exists(file_store.path, ""));
}
