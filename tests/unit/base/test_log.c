#include "bot/base/log.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_printed(const struct bot_log_style *style, enum bot_log_level level,
	const struct bot_log_field *fields, const char *expected)
{
	char *line = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&line, &size);

	assert_non_null(out);
	bot_log_print(out, style, level, "tested", fields);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(line, expected);
	free(line);
}

static void assert_line(const struct bot_log_field *fields, const char *expected)
{
	assert_printed(&(struct bot_log_style){0}, BOT_LOG_WARNING, fields, expected);
}

static void assert_json(const struct bot_log_field *fields, const char *expected)
{
	assert_printed(
		&(struct bot_log_style){.format = BOT_LOG_JSON}, BOT_LOG_WARNING, fields, expected);
}

UNIT_TEST(test_log_prints_text_and_numbers)
{
	assert_line(NULL, "level=warning event=tested\n");
	assert_line(BOT_LOG_FIELDS({"room", .text = "!a:b"}, {"match", .number = -3}),
		"level=warning event=tested room=\"!a:b\" match=-3\n");
	assert_line(BOT_LOG_FIELDS({"user", .text = "@a:b"}, {"empty", .text = ""}),
		"level=warning event=tested user=@a:b empty=\"\"\n");
}

UNIT_TEST(test_log_value_can_not_look_like_a_field_or_a_line)
{
	assert_line(BOT_LOG_FIELDS({"name", .text = "x\" match=1\nlevel=info \\ \x1b[31m\xC3\xA9"}),
		"level=warning event=tested name=\"x\\\" match=1\\x0alevel=info \\\\ "
		"\\x1b[31m\\xc3\\xa9\"\n");
}

UNIT_TEST(test_log_json_prints_text_and_numbers)
{
	assert_json(NULL, "{\"level\":\"warning\",\"event\":\"tested\"}\n");
	assert_json(BOT_LOG_FIELDS({"room", .text = "!a:b"}, {"match", .number = -3}),
		"{\"level\":\"warning\",\"event\":\"tested\",\"room\":\"!a:b\",\"match\":-3}\n");
}

UNIT_TEST(test_log_json_value_can_not_look_like_a_field_or_a_line)
{
	/*
	 * If a JSON decoder reads the value, it gets the same text as between the quotes in logfmt.
	 */
	assert_json(BOT_LOG_FIELDS({"name", .text = "x\",\"a\":1\n\\ \xC3\xA9"}),
		"{\"level\":\"warning\",\"event\":\"tested\","
		"\"name\":\"x\\\",\\\"a\\\":1\\\\x0a\\\\\\\\ \\\\xc3\\\\xa9\"}\n");
}

UNIT_TEST(test_log_time_is_the_first_field)
{
	struct bot_log_style style = {.time = "2025-01-31T12:00:00.000Z"};

	assert_printed(&style, BOT_LOG_INFO, NULL,
		"time=2025-01-31T12:00:00.000Z level=info event=tested\n");
	style.format = BOT_LOG_JSON;
	assert_printed(&style, BOT_LOG_INFO, NULL,
		"{\"time\":\"2025-01-31T12:00:00.000Z\",\"level\":\"info\",\"event\":\"tested\"}"
		"\n");
}

UNIT_TEST(test_log_for_the_journal_begins_with_its_priority)
{
	static const char *const lines[] = {
		"<3>level=error event=tested\n",
		"<4>level=warning event=tested\n",
		"<6>level=info event=tested\n",
		"<7>level=debug event=tested\n",
	};

	for (size_t i = 0; i < 4; i++)
		assert_printed(&(struct bot_log_style){.journal = true}, (enum bot_log_level)i,
			NULL, lines[i]);
}

UNIT_TEST(test_log_recognises_the_journal_by_device_and_inode)
{
	int ends[2];
	struct stat status;
	char stream[64];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(fstat(ends[1], &status), 0);
	snprintf(stream, sizeof(stream), "%" PRIuMAX ":%" PRIuMAX, (uintmax_t)status.st_dev,
		(uintmax_t)status.st_ino);
	assert_true(bot_log_is_journal(ends[1], stream));
	assert_false(bot_log_is_journal(ends[1], NULL));
	assert_false(bot_log_is_journal(ends[1], ""));
	/*
	 * JOURNAL_STREAM can name another file than standard error. A process inherits this
	 * variable even if its own standard error is not the journal.
	 */
	assert_false(bot_log_is_journal(ends[1], "8:4711"));
	close(ends[0]);
	close(ends[1]);
	assert_false(bot_log_is_journal(ends[1], stream));
}
