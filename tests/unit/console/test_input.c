/* Tests how the console splits a line into its parts, and how it reads lines. */
#include "adapters/console/input.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct con_input parse(const char *line)
{
	static char copy[256];
	struct con_input input;
	snprintf(copy, sizeof(copy), "%s", line);
	con_input_parse(copy, &input);
	return input;
}

UNIT_TEST(test_colon_speaks_in_the_room)
{
	struct con_input input = parse("  alice:  !engarde challenge @bob \t");
	assert_int_equal(input.kind, CON_INPUT_IN_ROOM);
	assert_string_equal(input.name, "alice");
	assert_string_equal(input.text, "!engarde challenge @bob");
	assert_int_equal(input.back, 0);
	assert_string_equal(parse("alice:").text, "");
}

UNIT_TEST(test_arrow_speaks_in_private)
{
	struct con_input input = parse("alice> +3");
	assert_int_equal(input.kind, CON_INPUT_IN_PRIVATE);
	assert_string_equal(input.name, "alice");
	assert_string_equal(input.text, "+3");
	assert_int_equal(input.back, 0);
	input = parse("bob>^^ x5");
	assert_int_equal(input.back, 2);
	assert_string_equal(input.text, "x5");
	assert_int_equal(parse("bob: ^ x5").back, 0);
}

UNIT_TEST(test_slash_is_a_command)
{
	struct con_input input = parse("/name bob  Bob  B.");
	assert_int_equal(input.kind, CON_INPUT_COMMAND);
	assert_string_equal(input.text, "name");
	assert_string_equal(input.argument, "bob  Bob  B.");
	assert_string_equal(parse("/help").argument, "");
	assert_string_equal(parse("/").text, "");
}

UNIT_TEST(test_comments_and_empty_lines_are_nothing)
{
	assert_int_equal(parse("").kind, CON_INPUT_NOTHING);
	assert_int_equal(parse("  \t ").kind, CON_INPUT_NOTHING);
	assert_int_equal(parse("# alice: +3").kind, CON_INPUT_NOTHING);
}

UNIT_TEST(test_line_without_a_name_is_unclear)
{
	static const char *const lines[] = {"+3", "!engarde help", "alice", ": x", "> x",
		"al ice: x", "\xc3\xa9: x", "abcdefghijklmnopqrstuvwxyz0123456: x", "@alice: x"};
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_int_equal(parse(lines[i]).kind, CON_INPUT_UNCLEAR);
}

static void assert_ids(const char *text, const char *wanted)
{
	char *made = con_input_with_ids(text);
	assert_non_null(made);
	assert_string_equal(made, wanted);
	free(made);
}

UNIT_TEST(test_mention_becomes_an_id)
{
	assert_ids("!eg challenge @bob", "!eg challenge @bob:console");
	assert_ids("@bob, (@eve)", "@bob:console, (@eve:console)");
	assert_ids("@bob:example.org", "@bob:example.org");
	assert_ids("a@b @ @", "a@b @ @");
	assert_ids("", "");
}

UNIT_TEST(test_duration_has_one_unit)
{
	int64_t ms = -1;
	assert_true(con_input_duration("90s", &ms));
	assert_int_equal(ms, 90000);
	assert_true(con_input_duration("30m", &ms));
	assert_int_equal(ms, 1800000);
	assert_true(con_input_duration("24h", &ms));
	assert_int_equal(ms, 86400000);
	assert_true(con_input_duration("999999d", &ms));
	assert_true(ms > 0);
	assert_false(con_input_duration("", &ms));
	assert_false(con_input_duration("24", &ms));
	assert_false(con_input_duration("h", &ms));
	assert_false(con_input_duration("-1h", &ms));
	assert_false(con_input_duration("1h30m", &ms));
	assert_false(con_input_duration("1w", &ms));
	assert_false(con_input_duration("1000000d", &ms));
}

static struct con_line_reader *reader_of(const char *bytes, size_t size)
{
	int ends[2];
	struct con_line_reader *reader = malloc(sizeof(*reader));
	assert_non_null(reader);
	assert_int_equal(pipe(ends), 0);
	while (size) {
		/* Nobody reads from the pipe yet, so all bytes must fit into it. */
		ssize_t wrote = write(ends[1], bytes, size);
		assert_true(wrote > 0);
		size -= (size_t)wrote;
	}
	close(ends[1]);
	con_line_reader_init(reader, ends[0]);
	return reader;
}

static enum con_line_state next_line(struct con_line_reader *reader, char **line)
{
	enum con_line_state state;
	while ((state = con_line_reader_next(reader, line)) == CON_LINE_WAIT)
		con_line_reader_read(reader);
	return state;
}

UNIT_TEST(test_reader_takes_any_line_end)
{
	static const char *const wanted[] = {"one", "two", "", "last"};
	struct con_line_reader *reader = reader_of("one\ntwo\r\n\nlast", 14);
	char *line;
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(next_line(reader, &line), CON_LINE);
		assert_string_equal(line, wanted[i]);
	}
	assert_int_equal(next_line(reader, &line), CON_LINE_END);
	assert_int_equal(next_line(reader, &line), CON_LINE_END);
	close(reader->fd);
	free(reader);
}

UNIT_TEST(test_reader_skips_a_line_that_is_too_long)
{
	struct con_line_reader *reader = reader_of("one\n", 4);
	char *line;
	assert_int_equal(next_line(reader, &line), CON_LINE);

	/* Fills the reader's buffer directly, because so many bytes do not fit into a pipe. */
	memset(reader->bytes, 'x', CON_LINE_SIZE - 1);
	reader->begin = 0;
	reader->used = CON_LINE_SIZE - 1;
	assert_int_equal(con_line_reader_next(reader, &line), CON_LINE_TOO_LONG);
	assert_int_equal(con_line_reader_next(reader, &line), CON_LINE_WAIT);
	memcpy(reader->bytes, "rest\nnext\n", 10);
	reader->begin = 0;
	reader->used = 10;
	assert_int_equal(con_line_reader_next(reader, &line), CON_LINE);
	assert_string_equal(line, "next");
	close(reader->fd);
	free(reader);
}
