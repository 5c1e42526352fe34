/* Tests that the bot refuses each configuration of invalid.txt with the right messages. */
#include "config/languages.h"
#include "tests/support/cmocka.h"
#include "tests/support/settings.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 4096 /* bytes of a file, or of the messages about it */

/* One case of the table. */
struct test_case {
	char name[64];
	char file[SIZE];
	size_t size; /* bytes of the file, which may have a NUL */
	char messages[SIZE];
};

static void add_byte(struct test_case *test, char byte)
{
	assert_true(test->size < SIZE);
	test->file[test->size++] = byte;
}

/* Adds a line to the file of the case. */
static void add_line(struct test_case *test, const char *line)
{
	static const char account[] = "matrix:\n"
				      "  homeserver: https://example.org\n"
				      "  user: \"@engarde:example.org\"\n";

	if (!strcmp(line, "ACCOUNT\n"))
		line = account;
	while (*line) {
		unsigned byte = (unsigned char)*line;
		int length = 1;

		if (!strncmp(line, "\\x", 2))
			assert_int_equal(sscanf(line, "\\x%2x%n", &byte, &length), 1);
		add_byte(test, (char)byte);
		line += length;
	}
}

/* Adds a line to the messages of the case. */
static void add_message(struct test_case *test, const char *line)
{
#define FIRST(CODE, code, english, name) #code
#define NEXT(CODE, code, english, name)  ", " #code
	static const char mark[] = "LANGUAGES", codes[] = CFG_LANGUAGES(FIRST, NEXT);
	const char *list = strstr(line, mark);
	size_t used = strlen(test->messages), before = list ? (size_t)(list - line) : 0;
	int length = snprintf(test->messages + used, SIZE - used, "%.*s%s%s", (int)before, line,
		list ? codes : "", list ? list + strlen(mark) : line);

	assert_in_range(length, 1, SIZE - used - 1);
}

/* Returns the messages without the name of the file; the caller frees them. */
static char *load(const struct test_case *test)
{
	const char *path = settings_write("engarde.yaml", "", 0644);
	struct cfg *config = NULL;
	FILE *file = fopen(path, "w");
	char *said, *to;

	assert_non_null(file);
	assert_int_equal(fwrite(test->file, 1, test->size, file), test->size);
	assert_int_equal(fclose(file), 0);
	said = settings_load(path, CFG_INVALID, &config);
	assert_null(config);
	to = said;
	for (const char *line = said; *line;) {
		size_t length = strcspn(line, "\n") + 1, skipped = strlen(path) + 1;

		assert_memory_equal(line, path, skipped - 1);
		skipped += line[skipped] == ' ';
		memmove(to, line + skipped, length - skipped);
		to += length - skipped;
		line += length;
	}
	*to = '\0';
	return said;
}

static bool passes(const struct test_case *test)
{
	char *said = load(test);
	bool passed = strcmp(said, test->messages) == 0;

	if (!passed)
		fprintf(stderr, "%s: the bot says:\n%s", test->name, said);
	free(said);
	return passed;
}

UNIT_TEST(test_each_fault_gives_its_messages)
{
	static struct test_case test;
	FILE *table = fopen(TEST_TABLE, "r");
	char line[1024];
	unsigned cases = 0, failed = 0;
	bool more = table;

	while (more) {
		more = fgets(line, sizeof(line), table);
		if (!more || !strncmp(line, "== ", 3)) {
			cases += test.messages[0] != '\0';
			failed += test.messages[0] && !passes(&test);
			memset(&test, 0, sizeof(test));
			snprintf(test.name, sizeof(test.name), "%.*s", (int)strcspn(line + 3, "\n"),
				line + 3);
		} else if (!strncmp(line, "!! ", 3)) {
			add_message(&test, line + 3);
		} else if (test.name[0] && !test.messages[0]) {
			add_line(&test, line);
		}
	}
	assert_non_null(table);
	fclose(table);
	assert_int_equal(failed, 0);
	assert_true(cases >= 123);
}

UNIT_TEST_GROUP(settings_setup, settings_teardown)
