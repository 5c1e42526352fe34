#include "tests/support/file_store.h"
#include "tests/support/cmocka.h"

#include "tests/support/sql.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct temp file_store;

int file_store_begin(void **state)
{
	(void)state;
	return temp_init(&file_store);
}

int file_store_end(void **state)
{
	(void)state;
	return temp_finish(&file_store);
}

struct bot_store *file_store_open(void)
{
	struct bot_store *store = NULL;
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	return store;
}

void file_store_put(struct bot_store *store, const char *key, const char *value)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, key, value), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

void file_store_holds(struct bot_store *store, const char *key, const char *want)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(store, key, &value);
	assert_int_equal(error, want ? BOT_OK : BOT_NOT_FOUND);
	if (want)
		assert_string_equal(value, want);
	free(value);
}

void file_store_sql(const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(file_store.path, &db), SQLITE_OK);
	sql_file_run(db, sql);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

int file_store_fork(int (*run)(void))
{
	int status = 0;
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(run());
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return FILE_STORE_KILLED;
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}
