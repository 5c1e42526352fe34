#include "engine/file/output_file.h"
#include "tests/support/cmocka.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct folder {
	char path[64];
	char file[80];
};

static int make_folder(void **state)
{
	static struct folder folder;

	strcpy(folder.path, "/tmp/engarde.XXXXXX");
	assert_non_null(mkdtemp(folder.path));
	snprintf(folder.file, sizeof(folder.file), "%s/file", folder.path);
	*state = &folder;
	return 0;
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;

	unlink(folder->file);
	return rmdir(folder->path); /* fails if a temporary file is still there */
}

static void assert_content(const char *path, const char *content)
{
	char text[16];
	FILE *file = fopen(path, "rb");

	assert_non_null(file);
	size_t size = fread(text, 1, sizeof(text), file);

	fclose(file);
	assert_int_equal(size, strlen(content));
	assert_memory_equal(text, content, size);
}

UNIT_TEST_FROM(make_folder, remove_folder, test_writing_replaces_an_older_file)
{
	const struct folder *folder = *state;

	assert_true(output_file_write(folder->file, "first", 5));
	assert_content(folder->file, "first");
	assert_true(output_file_write(folder->file, "2nd", 3));
	assert_content(folder->file, "2nd");
}

UNIT_TEST_FROM(make_folder, remove_folder, test_check_leaves_the_older_file_and_no_new_one)
{
	const struct folder *folder = *state;

	assert_true(output_file_check(folder->file));
	assert_int_equal(access(folder->file, F_OK), -1);
	assert_true(output_file_write(folder->file, "first", 5));
	assert_true(output_file_check(folder->file));
	assert_content(folder->file, "first");
}

UNIT_TEST_FROM(make_folder, remove_folder, test_check_refuses_a_folder)
{
	const struct folder *folder = *state;

	assert_false(output_file_check(folder->path));
	assert_int_equal(errno, EISDIR);
}

UNIT_TEST_FROM(make_folder, remove_folder, test_check_refuses_a_file_in_no_folder)
{
	const struct folder *folder = *state;
	char path[96];

	snprintf(path, sizeof(path), "%s/none/file", folder->path);
	assert_false(output_file_check(path));
	assert_int_equal(errno, ENOENT);
	assert_false(output_file_write(path, "text", 4));
	assert_int_equal(errno, ENOENT);
}

UNIT_TEST_FROM(make_folder, remove_folder, test_check_refuses_an_empty_name)
{
	assert_false(output_file_check(""));
	assert_int_equal(errno, ENOENT);
	errno = 0;
	assert_false(output_file_write("", "text", 4));
	assert_int_equal(errno, ENOENT);
}

UNIT_TEST_FROM(make_folder, remove_folder, test_check_allows_a_device)
{
	assert_true(output_file_check("/dev/null"));
	assert_true(output_file_write("/dev/null", "text", 4));
}
