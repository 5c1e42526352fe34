#include "bot/log.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

static void assert_line(const struct bot_log_field *fields, const char *expected)
{
	char *line = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&line, &size);

	assert_non_null(out);
	bot_log_print(out, BOT_LOG_WARNING, "tested", fields);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(line, expected);
	free(line);
}

static void test_log_prints_text_and_numbers(void **state)
{
	(void)state;
	assert_line(NULL, "level=warning event=tested\n");
	assert_line(BOT_LOG_FIELDS({"room", .text = "!a:b"}, {"match", .number = -3}),
		"level=warning event=tested room=\"!a:b\" match=-3\n");
	assert_line(BOT_LOG_FIELDS({"user", .text = "@a:b"}, {"empty", .text = ""}),
		"level=warning event=tested user=@a:b empty=\"\"\n");
}

static void test_log_value_can_not_forge_a_field_or_a_line(void **state)
{
	(void)state;
	assert_line(BOT_LOG_FIELDS({"name", .text = "x\" match=1\nlevel=info \\ \x1b[31m\xC3\xA9"}),
		"level=warning event=tested name=\"x\\\" match=1\\x0alevel=info \\\\ "
		"\\x1b[31m\\xc3\\xa9\"\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_log_prints_text_and_numbers),
		cmocka_unit_test(test_log_value_can_not_forge_a_field_or_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
