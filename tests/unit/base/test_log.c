#include "bot/base/log.h"
#include "tests/support/cmocka.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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

/* Lets standard error be `fd`. Returns the real one, for restore_stderr. */
static int replace_stderr(int fd)
{
	int real = dup(STDERR_FILENO);

	assert_true(real >= 0);
	assert_int_equal(dup2(fd, STDERR_FILENO), STDERR_FILENO);
	return real;
}

static void restore_stderr(int real)
{
	assert_int_equal(dup2(real, STDERR_FILENO), STDERR_FILENO);
	close(real);
	clearerr(stderr);
}

/* A reader of these sockets gets what one system call has written. */
static void assert_one_write(enum bot_log_format format, const char *last)
{
	char line[4096];
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	bot_log_set_format(format);
	int real = replace_stderr(ends[1]);
	bot_log_write(BOT_LOG_ERROR, "tested",
		BOT_LOG_FIELDS({"name", .text = "x\" match=1\nlevel=info \\ \xC3\xA9"},
			{"match", .number = 12}));
	restore_stderr(real);
	bot_log_set_format(BOT_LOG_LOGFMT);
	ssize_t size = recv(ends[0], line, sizeof(line) - 1, MSG_DONTWAIT);
	assert_true(size > 0);
	line[size] = '\0';
	assert_non_null(strstr(line, "xc3"));
	assert_string_equal(strstr(line, "xc3"), last);
	assert_int_equal(recv(ends[0], line, sizeof(line), MSG_DONTWAIT), -1);
	close(ends[0]);
	close(ends[1]);
}

UNIT_TEST(test_log_line_is_one_write)
{
	assert_one_write(BOT_LOG_LOGFMT, "xc3\\xa9\" match=12\n");
	assert_one_write(BOT_LOG_JSON, "xc3\\\\xa9\",\"match\":12}\n");
}

UNIT_TEST(test_log_line_that_can_not_be_written_is_lost)
{
	int full = open("/dev/full", O_WRONLY), ends[2];
	char line[512];

	assert_true(full >= 0);
	assert_int_equal(pipe(ends), 0);
	int real = replace_stderr(full);
	bot_log_write(BOT_LOG_ERROR, "lost", NULL);
	assert_int_equal(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
	bot_log_write(BOT_LOG_ERROR, "tested", NULL);
	restore_stderr(real);
	ssize_t size = read(ends[0], line, sizeof(line) - 1);
	assert_true(size > 0);
	line[size] = '\0';
	assert_null(strstr(line, "lost"));
	assert_non_null(strstr(line, " level=error event=tested\n"));
	close(ends[0]);
	close(ends[1]);
	close(full);
}
