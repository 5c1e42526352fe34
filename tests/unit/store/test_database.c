/*
 * Tests opening the database, its transactions, and what the store still has after a process has
 * ended.
 */
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/attempt.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"
#include "tests/support/sql.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_mode(const char *suffix)
{
	char path[TEMP_PATH_SIZE + 8];
	struct stat stat_of;
	snprintf(path, sizeof(path), "%s%s", file_store.path, suffix);
	assert_int_equal(stat(path, &stat_of), 0);
	assert_int_equal(stat_of.st_mode & 07777, 0600);
}

FILE_TEST(test_only_the_owner_may_read_the_files)
{
	mode_t before = umask(0);
	struct bot_store *store = file_store_open();
	file_store_put(store, "key", "value");
	umask(before);
	assert_mode("");
	assert_mode("-wal");
	bot_store_close(store);
}

FILE_TEST(test_commits_wait_for_the_disk_and_references_are_checked)
{
	struct bot_store *store = file_store_open();
	assert_int_equal(sql_number(store, "PRAGMA synchronous"), 2);
	assert_int_equal(sql_number(store, "PRAGMA foreign_keys"), 1);
	bot_store_close(store);
}

FILE_TEST(test_light_commits_do_not_wait_for_the_disk)
{
	struct bot_store *store = file_store_open();
	char *value = NULL;
	assert_int_equal(bot_store_begin_lightly(store), BOT_OK);
	assert_int_equal(sql_number(store, "PRAGMA synchronous"), 1);
	assert_int_equal(bot_store_set(store, "light", "value"), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(sql_number(store, "PRAGMA synchronous"), 2);
	assert_int_equal(bot_store_get(store, "light", &value), BOT_OK);
	assert_string_equal(value, "value");
	free(value);
	bot_store_rollback(store);
	bot_store_close(store);
}

FILE_TEST(test_second_open_is_refused_at_once)
{
	struct bot_store *store = file_store_open(), *second = NULL;
	assert_int_equal(bot_store_open(file_store.path, &second), BOT_STORE_IN_USE);
	assert_null(second);
	file_store_put(store, "key", "value");
	assert_int_equal(bot_store_open(file_store.path, &second), BOT_STORE_IN_USE);
	file_store_holds(store, "key", "value");
	bot_store_close(store);
	store = file_store_open();
	file_store_holds(store, "key", "value");
	bot_store_close(store);
}

static int open_only(void)
{
	struct bot_store *store = NULL;
	enum bot_error error = bot_store_open(file_store.path, &store);
	bot_store_close(store);
	return (int)error;
}

/*
 * The test forks the other process before it opens the store. Otherwise the child would inherit
 * SQLite's list of open files, and this list could be the reason why the second open fails.
 */
FILE_TEST(test_open_in_another_process_is_refused)
{
	int ready[2], status = 0;
	char byte = 0;
	assert_int_equal(pipe(ready), 0);
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(read(ready[0], &byte, 1) == 1 ? open_only() : 99);
	struct bot_store *store = file_store_open();
	assert_int_equal(write(ready[1], "g", 1), 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WEXITSTATUS(status), BOT_STORE_IN_USE);
	bot_store_close(store);
	close(ready[0]);
	close(ready[1]);
	assert_int_equal(file_store_fork(open_only), BOT_OK);
}

/* Commits one batch, begins another, and kills its own process. */
static int die(void)
{
	struct bot_store *store = NULL;
	struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "once", .txn = "t1"};
	if (bot_store_open(file_store.path, &store) || bot_store_begin(store) ||
		bot_store_set(store, "next_batch", "s1") || !bot_outbox_add(store, &letter, NULL) ||
		bot_store_commit(store) || bot_store_begin(store) ||
		bot_store_set(store, "next_batch", "s2") || !bot_outbox_add(store, &letter, NULL))
		return 1;
	raise(SIGKILL);
	return 2;
}

FILE_TEST(test_killed_process_keeps_only_its_commits)
{
	int status = 0;
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(die());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	struct bot_store *store = file_store_open();
	file_store_holds(store, "next_batch", "s1");
	size_t size = bot_outbox_size(store);
	assert_int_equal(size, 1);
	bot_store_close(store);
}

FILE_TEST(test_rollback_undoes_all_changes)
{
	struct bot_store *store = file_store_open();
	struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "never", .txn = "t1"};
	struct bot_match match = {
		.room = "!a:x", .player = {"@w:x", ""}, .rules = {{EG_BASIC, 0}, 1, EG_WHITE, {0}}};
	char id[BOT_ID_SIZE];
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_OK);
	bool again = bot_store_handled(store, "$1");
	bot_store_match_add(store, &match);
	bot_store_timer_set(store, 1, BOT_TIMER_CHALLENGE, 5);
	bot_store_set_private_room(store, "@w:x", "!p:x");
	assert_true(bot_outbox_add(store, &letter, NULL));
	bot_store_rollback(store);
	bot_store_rollback(store);
	file_store_holds(store, "key", NULL);
	assert_false(bot_store_match_get(store, 1, &match));
	assert_false(bot_store_private_room(store, "@w:x", id));
	size_t size = bot_outbox_size(store);
	assert_int_equal(size, 0);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	again = bot_store_handled(store, "$1");
	assert_false(again);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

FILE_TEST(test_changes_outside_a_transaction_fail)
{
	struct bot_store *store = file_store_open();
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_STORE_FAILED);
	assert_error(bot_store_handled(store, "$1"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	file_store_holds(store, "key", NULL);
	bot_store_close(store);
}

FILE_TEST(test_failed_open_sets_errno)
{
	struct bot_store *store = NULL;
	char path[TEMP_PATH_SIZE + 16];
	snprintf(path, sizeof(path), "%s/none/store", file_store.dir);
	assert_int_equal(bot_store_open(path, &store), BOT_STORE_FAILED);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(bot_store_open("", &store), BOT_STORE_FAILED);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(bot_store_open(file_store.dir, &store), BOT_STORE_FAILED);
	assert_int_equal(errno, EISDIR);
	assert_null(store);
}

/* Opens the store as the user nobody if root runs the test, because root may write anywhere. */
static int open_as_nobody(void)
{
	struct bot_store *store = NULL;
	if (geteuid() == 0 && seteuid(65534))
		return 1;
	errno = 0;
	if (bot_store_open(file_store.path, &store) != BOT_STORE_FAILED)
		return 2;
	return errno == EACCES ? 0 : 3;
}

FILE_TEST(test_file_that_is_removed_or_replaced_is_gone)
{
	char aside[TEMP_PATH_SIZE + 8];
	struct bot_store *store = file_store_open();

	snprintf(aside, sizeof(aside), "%s.aside", file_store.path);
	assert_false(bot_store_is_gone(store));
	assert_int_equal(rename(file_store.path, aside), 0);
	assert_true(bot_store_is_gone(store));
	close(open(file_store.path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	assert_true(bot_store_is_gone(store));
	assert_int_equal(rename(aside, file_store.path), 0);
	assert_false(bot_store_is_gone(store));
	bot_store_close(store);
}

FILE_TEST(test_store_without_its_log_is_gone)
{
	char log[TEMP_PATH_SIZE + 8];
	struct bot_store *store = file_store_open();

	snprintf(log, sizeof(log), "%s-wal", file_store.path);
	file_store_put(store, "key", "value");
	assert_false(bot_store_is_gone(store));
	bot_store_close(store);
	store = file_store_open(); /* now the log is empty */
	assert_false(bot_store_is_gone(store));
	assert_int_equal(unlink(log), 0);
	assert_true(bot_store_is_gone(store));
	bot_store_close(store);
}

FILE_TEST(test_store_in_memory_is_never_gone)
{
	struct bot_store *store = NULL;

	assert_int_equal(bot_store_open(":memory:", &store), BOT_OK);
	assert_false(bot_store_is_gone(store));
	bot_store_close(store);
}

/* Ends without closing the store, so that all of it is in the log. */
static int fill_and_end(void)
{
	/* static, so that valgrind finds the store, which is no leak */
	static struct bot_store *volatile open;

	open = file_store_open();
	file_store_put(open, "key", "value");
	_exit(0);
}

/* Opens and closes the store. Returns whether the bot logs that the log of the store is missing. */
static bool open_misses_log(void)
{
	char said[4096] = "";
	FILE *file = tmpfile();
	int stderr_copy = dup(STDERR_FILENO);

	assert_non_null(file);
	assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
	struct bot_store *store = file_store_open();
	assert_true(dup2(stderr_copy, STDERR_FILENO) >= 0);
	close(stderr_copy);
	bot_store_close(store);
	rewind(file);
	assert_true(fread(said, 1, sizeof(said) - 1, file) < sizeof(said) - 1);
	fclose(file);
	return strstr(said, "store_log_missing") != NULL;
}

FILE_TEST(test_file_without_its_log_gets_a_warning)
{
	char log[TEMP_PATH_SIZE + 8];

	assert_false(open_misses_log()); /* the store is new */
	assert_int_equal(unlink(file_store.path), 0);
	assert_int_equal(file_store_fork(fill_and_end), 0);
	assert_false(open_misses_log());
	assert_int_equal(unlink(file_store.path), 0);
	assert_int_equal(file_store_fork(fill_and_end), 0);
	snprintf(log, sizeof(log), "%s-wal", file_store.path);
	assert_int_equal(unlink(log), 0);
	assert_true(open_misses_log());
	assert_false(open_misses_log());
}

FILE_TEST(test_read_only_file_is_refused)
{
	bot_store_close(file_store_open());
	assert_int_equal(chmod(file_store.dir, 0755), 0);
	assert_int_equal(chmod(file_store.path, 0444), 0);
	assert_int_equal(file_store_fork(open_as_nobody), 0);
	assert_int_equal(chmod(file_store.path, 0), 0);
	assert_int_equal(file_store_fork(open_as_nobody), 0);
}

FILE_TEST(test_close_takes_null)
{
	bot_store_close(NULL);
}
