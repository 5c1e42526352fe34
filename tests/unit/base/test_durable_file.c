/* Tests new files that must survive a loss of power, with a disk that fails to sync. */
#include "bot/base/durable_file.h"
#include "tests/support/cmocka.h"
#include "tests/support/temp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int __wrap_fsync(int descriptor);

static struct temp temp;
static int fails_at; /* which call of fsync fails, counted from 1; 0 for none */
static int syncs;

int __wrap_fsync(int descriptor)
{
	(void)descriptor;
	if (++syncs != fails_at)
		return 0;
	errno = ENOSPC;
	return -1;
}

static void fail_sync(int at)
{
	fails_at = at;
	syncs = 0;
}

static int begin(void **state)
{
	(void)state;
	fail_sync(0);
	return temp_init(&temp);
}

static int end(void **state)
{
	(void)state;
	return temp_finish(&temp);
}

static void assert_holds(const char *wanted)
{
	char text[64] = "";
	FILE *file = fopen(temp.path, "re");

	assert_non_null(file);
	(void)!fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	assert_string_equal(text, wanted);
}

static void assert_no_new_file(void)
{
	char path[512];

	snprintf(path, sizeof(path), "%s.new", temp.path);
	assert_int_not_equal(access(path, F_OK), 0);
}

static bool write_file(const char *text)
{
	return bot_durable_file_write(temp.path, text, strlen(text), 0640, (gid_t)-1);
}

UNIT_TEST_FROM(begin, end, test_new_file_is_whole)
{
	struct stat status;

	assert_true(write_file("first"));
	assert_holds("first");
	assert_int_equal(stat(temp.path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0640);
	assert_int_equal(syncs, 2); /* the file, and its folder */
	assert_no_new_file();
}

UNIT_TEST_FROM(begin, end, test_no_file_is_replaced)
{
	char other[512];

	assert_true(write_file("of somebody"));
	assert_false(write_file("new"));
	assert_int_equal(errno, EEXIST);
	assert_holds("of somebody");
	assert_no_new_file();
	/* a link that leads nowhere is something, too */
	assert_int_equal(unlink(temp.path), 0);
	assert_int_equal(symlink("nowhere", temp.path), 0);
	assert_false(write_file("new"));
	assert_int_equal(errno, EEXIST);
	assert_int_equal(unlink(temp.path), 0);
	/* the name of a file that is not complete yet may be somebody's */
	snprintf(other, sizeof(other), "%s.new", temp.path);
	assert_int_equal(symlink("nowhere", other), 0);
	assert_true(write_file("new"));
	assert_holds("new");
	assert_int_equal(unlink(other), 0);
}

UNIT_TEST_FROM(begin, end, test_files_put_aside_keep_their_content)
{
	char path[512];

	assert_null(bot_durable_file_put_aside(temp.path, ".old"));
	assert_int_equal(errno, ENOENT);
	for (int i = 1; i <= 3; i++) {
		assert_true(write_file(i == 1 ? "1" : i == 2 ? "2" : "3"));
		free(bot_durable_file_put_aside(temp.path, ".old"));
		assert_int_not_equal(access(temp.path, F_OK), 0);
	}
	for (int i = 1; i <= 3; i++) {
		snprintf(path, sizeof(path), i == 1 ? "%s.old" : "%s.old-%d", temp.path, i);
		assert_int_equal(rename(path, temp.path), 0);
		assert_holds(i == 1 ? "1" : i == 2 ? "2" : "3");
	}
}

UNIT_TEST_FROM(begin, end, test_failed_new_file_leaves_nothing)
{
	for (int at = 1; at <= 2; at++) {
		fail_sync(at);
		assert_false(bot_durable_file_write(temp.path, "text", 4, 0600, (gid_t)-1));
		assert_int_equal(errno, ENOSPC);
		assert_int_not_equal(access(temp.path, F_OK), 0);
		assert_no_new_file();
	}
	assert_true(bot_durable_file_write(temp.path, "text", 4, 0600, (gid_t)-1));
	assert_false(bot_durable_file_write(temp.path, "more", 4, 0600, (gid_t)-1));
	assert_int_equal(errno, EEXIST);
	assert_holds("text");
}
