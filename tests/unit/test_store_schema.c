/* Versions of the schema, other people's files, and damaged ones: none is ever written to. */
#include "bot/store/schema.h"
#include "bot/store/database.h"
#include "tests/support/temp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static struct temp temp;

static int begin(void **state)
{
	(void)state;
	return temp_init(&temp);
}

static int end(void **state)
{
	(void)state;
	return temp_finish(&temp);
}

static void write_file(const char *bytes, size_t size)
{
	FILE *file = fopen(temp.path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static char *read_file(const char *suffix, size_t *size)
{
	char path[TEMP_PATH_SIZE + 8];
	struct stat about;
	snprintf(path, sizeof path, "%s%s", temp.path, suffix);
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

static void sql(const char *text)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(temp.path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Opening fails in the way expected, and the file is the same byte for byte. */
static void assert_refused(enum bot_error want)
{
	struct bot_store *store = NULL;
	size_t before_size, after_size;
	char *before = read_file("", &before_size);
	assert_int_equal(bot_store_open(temp.path, &store), want);
	assert_null(store);
	char *after = read_file("", &after_size);
	assert_int_equal(before_size, after_size);
	assert_memory_equal(before, after, before_size);
	free(before);
	free(after);
}

static void make(void)
{
	struct bot_store *store = NULL;
	assert_int_equal(bot_store_open(temp.path, &store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	for (int i = 0; i < 2000; i++) {
		char event[32];
		bool again;
		snprintf(event, sizeof event, "$event-number-%d", i);
		assert_int_equal(bot_store_handled(store, event, &again), BOT_OK);
	}
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

static void test_probe_tells_what_opening_would(void **state)
{
	struct bot_store *store = NULL;
	char text[60];

	(void)state;
	unlink(temp.path);
	assert_int_equal(bot_store_probe(temp.path), BOT_NOT_FOUND);
	write_file("", 0);
	assert_int_equal(bot_store_probe(temp.path), BOT_NOT_FOUND);
	write_file("xy", 2);
	assert_int_equal(bot_store_probe(temp.path), BOT_STORE_CORRUPT);
	unlink(temp.path);
	make();
	assert_int_equal(bot_store_probe(temp.path), BOT_OK);
	/* Also where it is in use, and without a lock left behind. */
	assert_int_equal(bot_store_open(temp.path, &store), BOT_OK);
	assert_int_equal(bot_store_probe(temp.path), BOT_OK);
	bot_store_close(store);
	snprintf(text, sizeof text, "PRAGMA user_version = %d", bot_schema.version + 1);
	sql(text);
	assert_int_equal(bot_store_probe(temp.path), BOT_STORE_NEWER);
	sql("PRAGMA application_id = 7");
	assert_int_equal(bot_store_probe(temp.path), BOT_STORE_CORRUPT);
}

static void test_file_without_a_database_is_refused(void **state)
{
	(void)state;
	static const char text[] = "matrix:\n  homeserver: https://example.org\n";
	write_file(text, sizeof text - 1);
	assert_refused(BOT_STORE_CORRUPT);
	/* SQLite takes a file of one byte for an empty one. */
	write_file("xy", 2);
	assert_refused(BOT_STORE_CORRUPT);
	char zeros[8192] = {0};
	write_file(zeros, sizeof zeros);
	assert_refused(BOT_STORE_CORRUPT);
}

static void test_empty_file_becomes_a_store(void **state)
{
	(void)state;
	write_file("", 0);
	make();
}

static void test_database_of_another_program_is_refused(void **state)
{
	(void)state;
	sql("CREATE TABLE matches (id INTEGER)");
	assert_refused(BOT_STORE_CORRUPT);
	sql("PRAGMA application_id = 7; PRAGMA user_version = 1");
	assert_refused(BOT_STORE_CORRUPT);
	sql("PRAGMA application_id = 0");
	assert_refused(BOT_STORE_CORRUPT);
	/* Ours by its header, and yet of no version that ever was. */
	sql("PRAGMA application_id = 0x456e4764; PRAGMA user_version = 0");
	assert_refused(BOT_STORE_CORRUPT);
	sql("PRAGMA user_version = -1");
	assert_refused(BOT_STORE_CORRUPT);
}

static void test_newer_version_is_refused(void **state)
{
	(void)state;
	char text[60];
	make();
	snprintf(text, sizeof text, "PRAGMA user_version = %d", bot_schema.version + 1);
	sql(text);
	assert_refused(BOT_STORE_NEWER);
}

/* What a newer version wrote before it was killed is still in its log, and stays there. */
static void test_newer_version_keeps_its_log(void **state)
{
	(void)state;
	size_t before_size, after_size;
	make();
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		sqlite3 *db;
		if (sqlite3_open(temp.path, &db) ||
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

static void test_truncated_file_is_refused(void **state)
{
	(void)state;
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

/* Whichever page is overwritten, it is either found at the start or was not in use. */
static void test_overwritten_page_is_refused(void **state)
{
	(void)state;
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

static sqlite3 *empty(void)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(temp.path, &db), SQLITE_OK);
	return db;
}

static int number(sqlite3 *db, const char *text)
{
	sqlite3_stmt *statement;
	assert_int_equal(sqlite3_prepare_v2(db, text, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	int value = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

static const char *const three_steps[] = {
	"CREATE TABLE a (x INTEGER)",
	"INSERT INTO a VALUES (1); CREATE TABLE b (y INTEGER)",
	"INSERT INTO b SELECT x + 1 FROM a",
};

static void test_upgrade_takes_every_step_from_an_empty_file(void **state)
{
	(void)state;
	const struct bot_schema schema = {three_steps, 3};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &schema), BOT_OK);
	assert_int_equal(number(db, "PRAGMA user_version"), 3);
	assert_int_equal(number(db, "SELECT y FROM b"), 2);
	/* Nothing is left to do. */
	assert_int_equal(bot_schema_upgrade(db, &schema), BOT_OK);
	assert_int_equal(number(db, "SELECT count(*) FROM b"), 1);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_upgrade_takes_the_missing_steps_alone(void **state)
{
	(void)state;
	const struct bot_schema older = {three_steps, 1}, newer = {three_steps, 3};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	assert_int_equal(number(db, "PRAGMA user_version"), 1);
	assert_int_equal(sqlite3_exec(db, "INSERT INTO a VALUES (5)", 0, 0, 0), SQLITE_OK);
	assert_int_equal(bot_schema_upgrade(db, &newer), BOT_OK);
	assert_int_equal(number(db, "SELECT max(y) FROM b"), 6);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_upgrade_that_fails_halfway_leaves_the_version_before(void **state)
{
	(void)state;
	static const char *const broken[] = {
		"CREATE TABLE a (x INTEGER)",
		"INSERT INTO a VALUES (1); CREATE TABLE b (y INTEGER); INSERT INTO none VALUES (1)",
		"INSERT INTO b SELECT x + 1 FROM a",
	};
	const struct bot_schema schema = {broken, 3}, mended = {three_steps, 3};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &schema), BOT_STORE_FAILED);
	assert_true(sqlite3_get_autocommit(db));
	assert_int_equal(number(db, "PRAGMA user_version"), 1);
	assert_int_equal(number(db, "SELECT count(*) FROM a"), 0);
	assert_int_equal(number(db, "SELECT count(*) FROM sqlite_schema"), 1);
	assert_int_equal(bot_schema_upgrade(db, &mended), BOT_OK);
	assert_int_equal(number(db, "SELECT y FROM b"), 2);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The columns that every version has. */
static const char old_match[] =
	"INSERT INTO matches (status, room, white, black, white_reached, black_reached, rules,"
	" touches, first, unseen, board, edits, scrolled)"
	" VALUES ('playing', '!a:x', '@w:x', '@b:x', 1, 1, 'ferti', 3, 'white', 0, 0, 0, 0)";

static void assert_old_match(struct bot_store *store)
{
	struct bot_shuffle shuffle;
	struct bot_match match;
	assert_int_equal(bot_store_match_get(store, 1, &match), BOT_OK);
	assert_int_equal(match.rules.touches, 3);
	assert_int_equal(match.ending, BOT_ENDING_UNKNOWN);
	assert_int_equal(match.winner, EG_NOBODY);
	assert_int_equal(match.house, BOT_NO_HOUSE);
	assert_false(match.private);
	assert_int_equal(bot_store_match_save(store, &match), BOT_OK);
	assert_int_equal(bot_store_shuffle(store, 1, &shuffle), BOT_NOT_FOUND);
}

static void keep_setting(bool write)
{
	struct bot_store *store = NULL;
	char value[BOT_SETTING_SIZE];
	assert_int_equal(bot_store_open(temp.path, &store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	if (write)
		assert_int_equal(bot_store_set_setting(store, BOT_OF_USER, "@a:x", "k", "v"), 0);
	assert_int_equal(bot_store_setting(store, BOT_OF_USER, "@a:x", "k", value), BOT_OK);
	assert_string_equal(value, "v");
	assert_old_match(store);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

static void test_store_of_every_older_version_is_opened_and_kept(void **state)
{
	(void)state;
	for (int version = 1; version < bot_schema.version; version++) {
		const struct bot_schema older = {bot_schema.steps, version};
		sqlite3 *db = empty();
		assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
		assert_int_equal(sqlite3_exec(db, old_match, NULL, NULL, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		keep_setting(true);
		keep_setting(false);
		assert_int_equal(unlink(temp.path), 0);
	}
}

static void test_match_of_version_1_has_no_clock(void **state)
{
	(void)state;
	const struct bot_schema first = {bot_schema.steps, 1};
	struct bot_store *store = NULL;
	struct bot_match match;
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &first), BOT_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	sql("INSERT INTO matches VALUES (3, 'playing', '!a:x', '@w:x', '@b:x', 1, 1, 'basic', 5,"
	    " 'white', 0, 0, 0, 0)");
	assert_int_equal(bot_store_open(temp.path, &store), BOT_OK);
	assert_int_equal(bot_store_match_get(store, 3, &match), BOT_OK);
	assert_int_equal(match.status, BOT_PLAYING);
	assert_int_equal(match.clock, 0);
	assert_int_equal(match.left, 0);
	assert_int_equal(match.offer, BOT_NO_OFFER);
	bot_store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
		TEST(test_probe_tells_what_opening_would),
		TEST(test_file_without_a_database_is_refused),
		TEST(test_empty_file_becomes_a_store),
		TEST(test_database_of_another_program_is_refused),
		TEST(test_newer_version_is_refused),
		TEST(test_newer_version_keeps_its_log),
		TEST(test_truncated_file_is_refused),
		TEST(test_overwritten_page_is_refused),
		TEST(test_upgrade_takes_every_step_from_an_empty_file),
		TEST(test_upgrade_takes_the_missing_steps_alone),
		TEST(test_upgrade_that_fails_halfway_leaves_the_version_before),
		TEST(test_store_of_every_older_version_is_opened_and_kept),
		TEST(test_match_of_version_1_has_no_clock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
