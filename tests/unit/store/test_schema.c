/*
 * Tests files that the bot must not open: files of newer versions, of versions that were never
 * released, and of other programs, and damaged files.
 */
#include "bot/store/files.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/schema.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"
#include "tests/support/version_21.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_file(const char *bytes, size_t size)
{
	FILE *file = fopen(file_store.path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static char *read_file(const char *suffix, size_t *size)
{
	char path[TEMP_PATH_SIZE + 8];
	struct stat about;
	snprintf(path, sizeof(path), "%s%s", file_store.path, suffix);
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	assert_int_equal(fstat(fileno(file), &about), 0);
	*size = (size_t)about.st_size;
	char *bytes = malloc(*size + 1);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, *size, file), *size);
	fclose(file);
	return bytes;
}

/* Asserts that opening returns the expected error and changes no byte of the file. */
static void assert_refused(enum bot_error want)
{
	struct bot_store *store = NULL;
	size_t before_size, after_size;
	char *before = read_file("", &before_size);
	assert_int_equal(bot_store_open(file_store.path, &store), want);
	assert_null(store);
	char *after = read_file("", &after_size);
	assert_int_equal(before_size, after_size);
	assert_memory_equal(before, after, before_size);
	free(before);
	free(after);
}

static void make(void)
{
	struct bot_store *store = file_store_open();
	assert_int_equal(bot_store_begin(store), BOT_OK);
	for (int i = 0; i < 2000; i++) {
		char event[32];
		snprintf(event, sizeof(event), "$event-number-%d", i);
		bot_store_handled(store, event);
	}
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

FILE_TEST(test_probe_returns_what_opening_would)
{
	struct bot_store *store = NULL;
	char text[60];

	unlink(file_store.path);
	assert_int_equal(bot_store_probe(file_store.path), BOT_NOT_FOUND);
	write_file("", 0);
	assert_int_equal(bot_store_probe(file_store.path), BOT_NOT_FOUND);
	write_file("xy", 2);
	assert_int_equal(bot_store_probe(file_store.path), BOT_STORE_CORRUPT);
	unlink(file_store.path);
	make();
	assert_int_equal(bot_store_probe(file_store.path), BOT_OK);
	/* bot_store_probe also works while the store is open, and does not keep it locked. */
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_int_equal(bot_store_probe(file_store.path), BOT_OK);
	bot_store_close(store);
	snprintf(text, sizeof(text), "PRAGMA user_version = %d", bot_schema.version + 1);
	file_store_sql(text);
	assert_int_equal(bot_store_probe(file_store.path), BOT_STORE_NEWER);
	file_store_sql("PRAGMA application_id = 7");
	assert_int_equal(bot_store_probe(file_store.path), BOT_STORE_CORRUPT);
}

FILE_TEST(test_file_without_a_database_is_refused)
{
	static const char text[] = "matrix:\n  homeserver: https://example.org\n";
	write_file(text, sizeof(text) - 1);
	assert_refused(BOT_STORE_CORRUPT);
	/* SQLite treats a file of one byte like an empty file. */
	write_file("xy", 2);
	assert_refused(BOT_STORE_CORRUPT);
	char zeros[8192] = {0};
	write_file(zeros, sizeof(zeros));
	assert_refused(BOT_STORE_CORRUPT);
}

FILE_TEST(test_empty_file_becomes_a_store)
{
	write_file("", 0);
	make();
}

FILE_TEST(test_database_of_another_program_is_refused)
{
	file_store_sql("CREATE TABLE matches (id INTEGER)");
	assert_refused(BOT_STORE_CORRUPT);
	file_store_sql("PRAGMA application_id = 7; PRAGMA user_version = 1");
	assert_refused(BOT_STORE_CORRUPT);
	file_store_sql("PRAGMA application_id = 0");
	assert_refused(BOT_STORE_CORRUPT);
	/* The header has the bot's application id, but a version that never existed. */
	file_store_sql("PRAGMA application_id = 0x456e4764; PRAGMA user_version = 0");
	assert_refused(BOT_STORE_CORRUPT);
	file_store_sql("PRAGMA user_version = -1");
	assert_refused(BOT_STORE_CORRUPT);
}

FILE_TEST(test_newer_version_is_refused)
{
	char text[60];
	make();
	snprintf(text, sizeof(text), "PRAGMA user_version = %d", bot_schema.version + 1);
	file_store_sql(text);
	assert_refused(BOT_STORE_NEWER);
}

/*
 * A newer version of the bot was killed, so its last changes are only in SQLite's log. The bot must
 * not change this log.
 */
FILE_TEST(test_newer_version_keeps_its_log)
{
	size_t before_size, after_size;
	make();
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		sqlite3 *db;
		if (sqlite3_open(file_store.path, &db) ||
			sqlite3_exec(db, "PRAGMA user_version = 1000", NULL, NULL, NULL))
			_exit(1);
		_exit(0);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	char *before = read_file("-wal", &before_size);
	assert_true(before_size > 0);
	assert_refused(BOT_STORE_NEWER);
	char *after = read_file("-wal", &after_size);
	assert_int_equal(before_size, after_size);
	assert_memory_equal(before, after, before_size);
	free(before);
	free(after);
}

FILE_TEST(test_truncated_file_is_refused)
{
	size_t size;
	make();
	char *bytes = read_file("", &size);
	assert_true(size > 16 * 4096);
	write_file(bytes, size / 2);
	assert_refused(BOT_STORE_CORRUPT);
	write_file(bytes, 600);
	assert_refused(BOT_STORE_CORRUPT);
	free(bytes);
}

/* Overwrites one page after the other. bot_store_open must find the damage each time. */
FILE_TEST(test_overwritten_page_is_refused)
{
	size_t size;
	make();
	char *bytes = read_file("", &size);
	for (size_t page = 0; page < size / 4096; page++) {
		char *damaged = malloc(size);
		assert_non_null(damaged);
		memcpy(damaged, bytes, size);
		memset(damaged + page * 4096, 0xa5, 4096);
		write_file(damaged, size);
		assert_refused(BOT_STORE_CORRUPT);
		free(damaged);
	}
	free(bytes);
}

/*
 * A trigger or a view could change what the bot's statements do, for example make a player win. A
 * missing or changed index would give wrong answers. The bot opens no such store, and restores no
 * such backup.
 */
FILE_TEST(test_store_that_somebody_has_changed_is_refused)
{
	static const char *const changes[] = {
		"CREATE TRIGGER win AFTER UPDATE ON matches BEGIN DELETE FROM ratings; END",
		"CREATE VIEW everything AS SELECT * FROM matches",
		"CREATE TABLE more (x)",
		"CREATE INDEX more ON matches (room)",
		"ALTER TABLE matches ADD COLUMN more TEXT",
		"DROP INDEX matches_live",
		"DROP INDEX matches_live; CREATE INDEX matches_live ON matches (id)",
		"DROP TABLE bans; CREATE TABLE bans (banned TEXT) STRICT",
		"DROP TABLE bans; CREATE VIEW bans AS SELECT '@a:x' AS banned",
	};

	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		unlink(file_store.path);
		make();
		file_store_sql(changes[i]);
		assert_refused(BOT_STORE_ALTERED);
		assert_int_equal(bot_store_verify(file_store.path), BOT_STORE_ALTERED);
	}
	unlink(file_store.path);
	make();
	file_store_sql("ANALYZE"); /* makes the table sqlite_stat1 */
	assert_int_equal(bot_store_verify(file_store.path), BOT_OK);
	bot_store_close(file_store_open());
}

/* The bot looks for views and triggers before it upgrades a store of an earlier release. */
FILE_TEST(test_older_store_that_somebody_has_changed_is_refused)
{
	file_store_sql(version_21_sql);
	assert_int_equal(bot_store_verify(file_store.path), BOT_OK);
	file_store_sql("CREATE VIEW v AS SELECT 1");
	assert_refused(BOT_STORE_ALTERED);
	assert_int_equal(bot_store_verify(file_store.path), BOT_STORE_ALTERED);
}

/* Only the versions of releases are upgraded. */
FILE_TEST(test_version_that_was_never_released_is_refused)
{
	file_store_sql(version_21_sql);
	for (int version = 1; version < bot_schema.version; version++) {
		char text[60];

		snprintf(text, sizeof(text), "PRAGMA user_version = %d", version);
		file_store_sql(text);
		if (version == 21)
			continue;
		assert_int_equal(bot_store_probe(file_store.path), BOT_STORE_UNRELEASED);
		assert_int_equal(bot_store_verify(file_store.path), BOT_STORE_UNRELEASED);
		assert_refused(BOT_STORE_UNRELEASED);
	}
	file_store_sql("PRAGMA user_version = 21");
	assert_int_equal(bot_store_probe(file_store.path), BOT_OK);
	bot_store_close(file_store_open());
}
