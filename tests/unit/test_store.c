/* The store as a file: who may open it, what survives, and what SQLite's failures become. */
#include "bot/outbox.h"
#include "bot/store/database.h"
#include "tests/support/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

static struct bot_store *opened(void)
{
	struct bot_store *store = NULL;
	assert_int_equal(bot_store_open(temp.path, &store), BOT_OK);
	return store;
}

static void put(struct bot_store *store, const char *key, const char *value)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, key, value), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

static void assert_value(struct bot_store *store, const char *key, const char *want)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(store, key, &value);
	assert_int_equal(error, want ? BOT_OK : BOT_NOT_FOUND);
	if (want)
		assert_string_equal(value, want);
	free(value);
}

static void assert_mode(const char *suffix)
{
	char path[TEMP_PATH_SIZE + 8];
	struct stat stat_of;
	snprintf(path, sizeof path, "%s%s", temp.path, suffix);
	assert_int_equal(stat(path, &stat_of), 0);
	assert_int_equal(stat_of.st_mode & 07777, 0600);
}

static void test_file_is_the_owners_alone(void **state)
{
	(void)state;
	mode_t before = umask(0);
	struct bot_store *store = opened();
	put(store, "key", "value");
	umask(before);
	assert_mode("");
	assert_mode("-wal");
	bot_store_close(store);
}

static int pragma(struct bot_store *store, const char *sql)
{
	sqlite3_stmt *statement;
	assert_int_equal(sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	int value = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

static void test_commits_are_synchronous_and_references_checked(void **state)
{
	(void)state;
	struct bot_store *store = opened();
	assert_int_equal(pragma(store, "PRAGMA synchronous"), 2);
	assert_int_equal(pragma(store, "PRAGMA foreign_keys"), 1);
	bot_store_close(store);
}

static void test_second_open_is_refused_at_once(void **state)
{
	(void)state;
	struct bot_store *store = opened(), *second = NULL;
	assert_int_equal(bot_store_open(temp.path, &second), BOT_STORE_IN_USE);
	assert_null(second);
	put(store, "key", "value");
	assert_int_equal(bot_store_open(temp.path, &second), BOT_STORE_IN_USE);
	assert_value(store, "key", "value");
	bot_store_close(store);
	store = opened();
	assert_value(store, "key", "value");
	bot_store_close(store);
}

/* Runs in another process and returns what it returned. */
static int elsewhere(int (*run)(void))
{
	int status = 0;
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(run());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int open_only(void)
{
	struct bot_store *store = NULL;
	enum bot_error error = bot_store_open(temp.path, &store);
	bot_store_close(store);
	return (int)error;
}

/*
 * The other process is forked before the store is opened: SQLite's own list of open files must not
 * answer for the lock.
 */
static void test_open_in_another_process_is_refused(void **state)
{
	(void)state;
	int ready[2], status = 0;
	char byte = 0;
	assert_int_equal(pipe(ready), 0);
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(read(ready[0], &byte, 1) == 1 ? open_only() : 99);
	struct bot_store *store = opened();
	assert_int_equal(write(ready[1], "g", 1), 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WEXITSTATUS(status), BOT_STORE_IN_USE);
	bot_store_close(store);
	close(ready[0]);
	close(ready[1]);
	assert_int_equal(elsewhere(open_only), BOT_OK);
}

/* Commits one batch, is in the middle of another, and is gone. */
static int die(void)
{
	struct bot_store *store = NULL;
	struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "once", .txn = "t1"};
	if (bot_store_open(temp.path, &store) || bot_store_begin(store) ||
		bot_store_set(store, "next_batch", "s1") || bot_outbox_add(store, &letter, NULL) ||
		bot_store_commit(store) || bot_store_begin(store) ||
		bot_store_set(store, "next_batch", "s2") || bot_outbox_add(store, &letter, NULL))
		return 1;
	raise(SIGKILL);
	return 2;
}

static void test_killed_process_keeps_its_commits_alone(void **state)
{
	(void)state;
	int status = 0;
	size_t size = 0;
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(die());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	struct bot_store *store = opened();
	assert_value(store, "next_batch", "s1");
	assert_int_equal(bot_outbox_size(store, &size), BOT_OK);
	assert_int_equal(size, 1);
	bot_store_close(store);
}

static void test_rollback_leaves_nothing(void **state)
{
	(void)state;
	struct bot_store *store = opened();
	struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "never", .txn = "t1"};
	struct bot_match match = {
		.room = "!a:x", .player = {"@w:x", ""}, .rules = {{EG_BASIC, 0}, 1, EG_WHITE}};
	bool again = true;
	size_t size = 99;
	char id[BOT_ID_SIZE];
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_OK);
	assert_int_equal(bot_store_handled(store, "$1", &again), BOT_OK);
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	assert_int_equal(bot_store_timer_set(store, 1, BOT_TIMER_CHALLENGE, 5), BOT_OK);
	assert_int_equal(bot_store_set_private_room(store, "@w:x", "!p:x"), BOT_OK);
	assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_OK);
	bot_store_rollback(store);
	bot_store_rollback(store);
	assert_value(store, "key", NULL);
	assert_int_equal(bot_store_match_get(store, 1, &match), BOT_NOT_FOUND);
	assert_int_equal(bot_store_private_room(store, "@w:x", id), BOT_NOT_FOUND);
	assert_int_equal(bot_outbox_size(store, &size), BOT_OK);
	assert_int_equal(size, 0);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_handled(store, "$1", &again), BOT_OK);
	assert_false(again);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

static void test_nothing_is_changed_outside_a_transaction(void **state)
{
	(void)state;
	struct bot_store *store = opened();
	bool again;
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_handled(store, "$1", &again), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_value(store, "key", NULL);
	bot_store_close(store);
}

static void test_file_that_cannot_be_opened_says_why(void **state)
{
	(void)state;
	struct bot_store *store = NULL;
	char path[TEMP_PATH_SIZE + 16];
	snprintf(path, sizeof path, "%s/none/store", temp.dir);
	assert_int_equal(bot_store_open(path, &store), BOT_STORE_FAILED);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(bot_store_open("", &store), BOT_STORE_FAILED);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(bot_store_open(temp.dir, &store), BOT_STORE_FAILED);
	assert_int_equal(errno, EISDIR);
	assert_null(store);
}

/* Root may write anywhere; nobody may not. */
static int open_as_nobody(void)
{
	struct bot_store *store = NULL;
	if (geteuid() == 0 && seteuid(65534))
		return 1;
	errno = 0;
	if (bot_store_open(temp.path, &store) != BOT_STORE_FAILED)
		return 2;
	return errno == EACCES ? 0 : 3;
}

static void test_read_only_file_is_refused(void **state)
{
	(void)state;
	bot_store_close(opened());
	assert_int_equal(chmod(temp.dir, 0755), 0);
	assert_int_equal(chmod(temp.path, 0444), 0);
	assert_int_equal(elsewhere(open_as_nobody), 0);
	assert_int_equal(chmod(temp.path, 0), 0);
	assert_int_equal(elsewhere(open_as_nobody), 0);
}

/* A value that needs `pages` pages of the file. */
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

/* SQLite rolls back by itself: what follows in the batch must not be stored alone. */
static void assert_batch_is_lost(struct bot_store *store)
{
	assert_int_equal(bot_store_set(store, "after", "value"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	assert_value(store, "before", NULL);
	assert_value(store, "after", NULL);
	assert_value(store, "kept", "value");
	put(store, "after", "works again");
}

static void test_full_database_fails_and_goes_on(void **state)
{
	(void)state;
	struct bot_store *store = opened();
	put(store, "kept", "value");
	pragma(store, "PRAGMA max_page_count = 40");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "before", "value"), BOT_OK);
	assert_int_equal(set_big(store, 100), BOT_STORE_FAILED);
	assert_non_null(strstr(bot_store_detail(store), "full"));
	assert_batch_is_lost(store);
	bot_store_close(store);
	store = opened();
	assert_value(store, "kept", "value");
	bot_store_close(store);
}

/* The file system refuses to let the log grow: in a child, since the limit can't be taken back. */
static int fill_file_system(void)
{
	struct bot_store *store = opened();
	put(store, "kept", "value");
	struct rlimit limit = {300000, 300000};
	signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &limit) || bot_store_begin(store) ||
		bot_store_set(store, "before", "value"))
		return 1;
	/* Written when the cache spills, or when it is committed. */
	enum bot_error error = set_big(store, 200);
	if (!error)
		error = bot_store_commit(store);
	if (error != BOT_STORE_FAILED || !bot_store_detail(store)[0])
		return 2;
	bot_store_rollback(store);
	assert_value(store, "before", NULL);
	assert_value(store, "kept", "value");
	bot_store_close(store);
	return 0;
}

static void test_failing_writes_lose_the_batch_alone(void **state)
{
	(void)state;
	assert_int_equal(elsewhere(fill_file_system), 0);
	struct bot_store *store = opened();
	assert_value(store, "before", NULL);
	assert_value(store, "big", NULL);
	assert_value(store, "kept", "value");
	put(store, "after", "works again");
	bot_store_close(store);
}

static void test_read_only_database_fails(void **state)
{
	(void)state;
	struct bot_store *store = opened();
	assert_int_equal(sqlite3_exec(store->db, "PRAGMA query_only = ON", 0, 0, 0), SQLITE_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_STORE_FAILED);
	bot_store_rollback(store);
	bot_store_close(store);
}

static void test_memory_run_out_is_said(void **state)
{
	(void)state;
	struct bot_store *store = opened();
	put(store, "kept", "value");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "before", "value"), BOT_OK);
	sqlite3_hard_heap_limit64(sqlite3_memory_used() + 20000);
	assert_int_equal(set_big(store, 400), BOT_NO_MEMORY);
	sqlite3_hard_heap_limit64(0);
	bot_store_rollback(store);
	assert_value(store, "before", NULL);
	assert_value(store, "kept", "value");
	put(store, "after", "works again");
	bot_store_close(store);
}

static void test_results_of_sqlite_mean_what_the_host_can_do(void **state)
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
		{SQLITE_NOMEM, BOT_NO_MEMORY},
		{SQLITE_IOERR_NOMEM, BOT_NO_MEMORY},
		{SQLITE_CORRUPT, BOT_STORE_CORRUPT},
		{SQLITE_CORRUPT_INDEX, BOT_STORE_CORRUPT},
		{SQLITE_NOTADB, BOT_STORE_CORRUPT},
		{SQLITE_CONSTRAINT_FOREIGNKEY, BOT_NOT_FOUND},
		{SQLITE_CONSTRAINT_UNIQUE, BOT_INVALID},
		{SQLITE_TOOBIG, BOT_INVALID},
	};
	for (size_t i = 0; i < sizeof results / sizeof *results; i++)
		assert_int_equal(bot_store_result(results[i].rc), results[i].error);
}

static void test_each_error_has_its_own_text(void **state)
{
	(void)state;
	for (enum bot_error a = BOT_OK; a <= BOT_STORE_IN_USE; a++)
		for (enum bot_error b = BOT_OK; b < a; b++)
			assert_string_not_equal(bot_error_text(a), bot_error_text(b));
}

static void test_close_takes_null(void **state)
{
	(void)state;
	bot_store_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
		TEST(test_file_is_the_owners_alone),
		TEST(test_commits_are_synchronous_and_references_checked),
		TEST(test_second_open_is_refused_at_once),
		TEST(test_open_in_another_process_is_refused),
		TEST(test_killed_process_keeps_its_commits_alone),
		TEST(test_rollback_leaves_nothing),
		TEST(test_nothing_is_changed_outside_a_transaction),
		TEST(test_file_that_cannot_be_opened_says_why),
		TEST(test_read_only_file_is_refused),
		TEST(test_full_database_fails_and_goes_on),
		TEST(test_failing_writes_lose_the_batch_alone),
		TEST(test_read_only_database_fails),
		TEST(test_memory_run_out_is_said),
		TEST(test_results_of_sqlite_mean_what_the_host_can_do),
		TEST(test_each_error_has_its_own_text),
		TEST(test_close_takes_null),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
