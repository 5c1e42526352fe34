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

static void test_replaced_file_is_whole_and_private(void **state)
{
	struct stat status;

	(void)state;
	assert_true(durable_file_replace(temp.path, "first", 5));
	assert_holds("first");
	assert_int_equal(chmod(temp.path, 0644), 0);
	assert_true(durable_file_replace(temp.path, "2nd", 3));
	assert_holds("2nd");
	assert_int_equal(stat(temp.path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	/* the file, its folder with the new name, and its folder with the final name */
	assert_int_equal(syncs, 6);
	assert_no_new_file();
}

static void test_failed_replacement_keeps_the_old_file(void **state)
{
	(void)state;
	assert_true(durable_file_replace(temp.path, "first", 5));
	for (int at = 1; at <= 2; at++) {
		fail_sync(at);
		assert_false(durable_file_replace(temp.path, "2nd", 3));
		assert_int_equal(errno, ENOSPC);
		assert_holds("first");
		assert_no_new_file();
	}
	/* After the rename, the new file is whole. The caller only can't rely on it yet. */
	fail_sync(3);
	assert_false(durable_file_replace(temp.path, "2nd", 3));
	assert_holds("2nd");
	assert_true(durable_file_replace(temp.path, "3rd", 3));
	assert_holds("3rd");
}

static void test_failed_new_file_leaves_nothing(void **state)
{
	(void)state;
	for (int at = 1; at <= 2; at++) {
		fail_sync(at);
		assert_false(durable_file_write(temp.path, "text", 4, 0600, (gid_t)-1));
		assert_int_equal(errno, ENOSPC);
		assert_int_not_equal(access(temp.path, F_OK), 0);
	}
	assert_true(durable_file_write(temp.path, "text", 4, 0600, (gid_t)-1));
	assert_false(durable_file_write(temp.path, "more", 4, 0600, (gid_t)-1));
	assert_int_equal(errno, EEXIST);
	assert_holds("text");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_replaced_file_is_whole_and_private, begin, end),
		cmocka_unit_test_setup_teardown(
			test_failed_replacement_keeps_the_old_file, begin, end),
		cmocka_unit_test_setup_teardown(test_failed_new_file_leaves_nothing, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
