/* Tests failures of SQLite: a full disk, a read-only file, no memory. */
#include "bot/store/sqlite/connection.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"
#include "tests/support/sql.h"

#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/resource.h>

/* Stores a value that needs `pages` pages of the file. */
static enum bot_error set_big(struct bot_store *store, size_t pages)
{
	size_t size = pages * 4096;
	char *big = malloc(size + 1);
	assert_non_null(big);
	memset(big, 'x', size);
	big[size] = '\0';
	enum bot_error error = bot_store_set(store, "big", big);
	free(big);
	return error;
}

/*
 * After the failure SQLite has rolled the transaction back by itself. The earlier changes of the
 * batch are lost, so the store must not store the later changes.
 */
static void assert_batch_is_lost(struct bot_store *store)
{
	assert_int_equal(bot_store_set(store, "after", "value"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	file_store_holds(store, "before", NULL);
	file_store_holds(store, "after", NULL);
	file_store_holds(store, "kept", "value");
	file_store_put(store, "after", "works again");
}

static void test_full_database_fails_and_works_again(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	file_store_put(store, "kept", "value");
	sql_number(store, "PRAGMA max_page_count = 40");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "before", "value"), BOT_OK);
	assert_int_equal(set_big(store, 100), BOT_STORE_FAILED);
	assert_non_null(strstr(bot_store_detail(store), "full"));
	assert_true(bot_store_disk_is_full(store));
	assert_batch_is_lost(store);
	assert_false(bot_store_disk_is_full(store));
	bot_store_close(store);
	store = file_store_open();
	file_store_holds(store, "kept", "value");
	bot_store_close(store);
}

/*
 * Sets a limit for the size of files, so that SQLite's log can't grow. Runs in a child process,
 * because a process can't lift this limit again.
 */
static int fill_file_system(void)
{
	struct bot_store *store = file_store_open();
	file_store_put(store, "kept", "value");
	struct rlimit limit = {300000, 300000};
	signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &limit) || bot_store_begin(store) ||
		bot_store_set(store, "before", "value"))
		return 1;
	/* The write may fail here, when SQLite's cache is full, or at the commit. */
	enum bot_error error = set_big(store, 200);
	if (!error)
		error = bot_store_commit(store);
	if (error != BOT_STORE_FAILED || !bot_store_detail(store)[0])
		return 2;
	bot_store_rollback(store);
	file_store_holds(store, "before", NULL);
	file_store_holds(store, "kept", "value");
	bot_store_close(store);
	return 0;
}

static void test_failed_writes_lose_only_the_batch(void **state)
{
	(void)state;
	assert_int_equal(file_store_fork(fill_file_system), 0);
	struct bot_store *store = file_store_open();
	file_store_holds(store, "before", NULL);
	file_store_holds(store, "big", NULL);
	file_store_holds(store, "kept", "value");
	file_store_put(store, "after", "works again");
	bot_store_close(store);
}

static void test_read_only_database_fails(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	sql_run(store, "PRAGMA query_only = ON");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_STORE_FAILED);
	bot_store_rollback(store);
	bot_store_close(store);
}

static void test_lack_of_memory_is_reported(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	file_store_put(store, "kept", "value");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "before", "value"), BOT_OK);
	sqlite3_hard_heap_limit64(sqlite3_memory_used() + 20000);
	assert_int_equal(set_big(store, 400), BOT_STORE_FAILED);
	sqlite3_hard_heap_limit64(0);
	bot_store_rollback(store);
	file_store_holds(store, "before", NULL);
	file_store_holds(store, "kept", "value");
	file_store_put(store, "after", "works again");
	bot_store_close(store);
}

static void test_each_result_of_sqlite_has_its_error(void **state)
{
	(void)state;
	static const struct {
		int rc;
		enum bot_error error;
	} results[] = {
		{SQLITE_OK, BOT_OK},
		{SQLITE_ROW, BOT_OK},
		{SQLITE_DONE, BOT_OK},
		{SQLITE_FULL, BOT_STORE_FAILED},
		{SQLITE_BUSY, BOT_STORE_FAILED},
		{SQLITE_READONLY, BOT_STORE_FAILED},
		{SQLITE_IOERR, BOT_STORE_FAILED},
		{SQLITE_IOERR_FSYNC, BOT_STORE_FAILED},
		{SQLITE_CANTOPEN, BOT_STORE_FAILED},
		{SQLITE_NOMEM, BOT_STORE_FAILED},
		{SQLITE_IOERR_NOMEM, BOT_STORE_FAILED},
		{SQLITE_CORRUPT, BOT_STORE_CORRUPT},
		{SQLITE_CORRUPT_INDEX, BOT_STORE_CORRUPT},
		{SQLITE_NOTADB, BOT_STORE_CORRUPT},
		{SQLITE_CONSTRAINT_FOREIGNKEY, BOT_NOT_FOUND},
		{SQLITE_CONSTRAINT_UNIQUE, BOT_INVALID},
		{SQLITE_TOOBIG, BOT_INVALID},
	};
	for (size_t i = 0; i < sizeof(results) / sizeof(*results); i++)
		assert_int_equal(bot_connection_result(results[i].rc), results[i].error);
}

static void test_each_error_has_its_own_text(void **state)
{
	(void)state;
	for (enum bot_error a = BOT_OK; a <= BOT_STORE_IN_USE; a++)
		for (enum bot_error b = BOT_OK; b < a; b++)
			assert_string_not_equal(bot_error_text(a), bot_error_text(b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, file_store_begin, file_store_end)
		TEST(test_full_database_fails_and_works_again),
		TEST(test_failed_writes_lose_only_the_batch),
		TEST(test_read_only_database_fails),
		TEST(test_lack_of_memory_is_reported),
		TEST(test_each_result_of_sqlite_has_its_error),
		TEST(test_each_error_has_its_own_text),
	};
	/* In a process in which SQLite runs already, SQLite counts the memory that it uses. */
	sqlite3_initialize();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
