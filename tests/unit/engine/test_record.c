#include "engine/engarde.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define TAGS  "[Rules \"advanced\"]\n[Touches \"1\"]\n[First \"white\"]\n"
#define DECK  "5432352415534141213234152"
#define MOVES "1. +5 2. +5 3. +5 4. +4x3 5. = 6. x3"
#define WHOLE TAGS "\nround 1 " DECK "\n" MOVES "\nwhite touch\n"

static enum eg_error replay(const char *text, struct eg_match *match, struct eg_record_fault *fault)
{
	return eg_record_replay(text, strlen(text), match, fault);
}

UNIT_TEST(test_replay_of_a_whole_match)
{
	struct eg_match match;
	struct eg_record_fault fault;

	assert_int_equal(replay(WHOLE, &match, &fault), EG_OK);
	assert_int_equal(match.winner, EG_WHITE);
	assert_int_equal(match.rounds, 1);
	assert_int_equal(match.round.plies, 6);
}

UNIT_TEST(test_replay_of_an_unfinished_match)
{
	struct eg_match match;
	struct eg_record_fault fault;

	assert_int_equal(replay(TAGS "round 1 " DECK " 1. +5 2. +5", &match, &fault), EG_OK);
	assert_int_equal(match.winner, EG_NOBODY);
	assert_int_equal(match.round.plies, 2);
	assert_int_equal(replay(TAGS, &match, &fault), EG_OK);
	assert_int_equal(match.rounds, 0);
}

UNIT_TEST(test_replay_of_a_match_with_a_head_start)
{
	static const char text[] = "[Rules \"advanced\"]\n[Touches \"12\"]\n[First \"white\"]\n"
				   "[Start \"0-11\"]\n\nround 1 " DECK "\n" MOVES "\nwhite touch\n";
	struct eg_record_fault fault;
	struct eg_match match;
	struct eg_writer writer;
	char written[sizeof(text)];
	size_t length;

	assert_int_equal(replay(text, &match, &fault), EG_OK);
	assert_int_equal(match.score[EG_WHITE], 1);
	assert_int_equal(match.score[EG_BLACK], 11);
	eg_writer_init(&writer, written, sizeof(written));
	eg_writer_rules(&writer, &match.rules);
	assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
	assert_memory_equal(written, text, length);
	assert_non_null(strstr(written, "[Start \"0-11\"]"));
	eg_writer_init(&writer, written, sizeof(written));
	match.rules.start[EG_WHITE] = 3;
	match.rules.start[EG_BLACK] = 0;
	eg_writer_rules(&writer, &match.rules);
	assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
	assert_non_null(strstr(written, "[Start \"3-0\"]"));
	assert_int_equal(replay(TAGS "[Start \"0-0\"]", &match, &fault), EG_OK);
}

UNIT_TEST(test_replay_accepts_any_white_space_between_items)
{
	struct eg_match match;
	struct eg_record_fault fault;

	assert_int_equal(
		replay("[First \"white\"] [Touches \"1\"]\t[Rules \"advanced\"]\r\n round"
		       "\n1\r\n" DECK "\n1.\n+5   2.\t+5 [Note \"\"] 3. +5 4. +4x3\n\n\n5. = 6. x3"
		       " white\ntouch",
			&match, &fault),
		EG_OK);
	assert_int_equal(match.winner, EG_WHITE);
}

static const struct {
	const char *text;
	enum eg_error error;
	uint32_t line;
	const char *reason; /* a part of the message that says why the record is refused */
} faults[] = {
	{"", EG_BAD_RULES, 1, "come before"},
	{"[Rules \"advanced\"]\n[Touches \"1\"]\nround 1 " DECK, EG_BAD_RULES, 3, "come before"},
	{TAGS "[First \"black\"]", EG_ILLEGAL, 4, "given before"},
	{TAGS "round 1 " DECK "\n[First \"black\"]", EG_ILLEGAL, 5, "before the first round"},
	{"[Rules \"chess\"]", EG_BAD_RULES, 1, "rule set"},
	{"\n[Touches \"0\"]", EG_BAD_RULES, 2, "1 to 15"},
	{"[Touches \"16\"]", EG_BAD_RULES, 1, "1 to 15"},
	{"[Touches \"05\"]", EG_BAD_RULES, 1, "1 to 15"},
	{"[Start \"2\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"-2\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"0-\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"0-2-\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"16-0\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"0-16\"]", EG_BAD_RULES, 1, "such as"},
	{"[Start \"0-0\"]\n[Start \"0-0\"]", EG_ILLEGAL, 2, "given before"},
	{TAGS "[Start \"0-1\"]\nround 1 " DECK, EG_BAD_RULES, 5, "wins the match"},
	{TAGS "[Start \"1-0\"]", EG_BAD_RULES, 4, "wins the match"},
	{TAGS "round 1 " DECK "\n[Start \"0-0\"]", EG_ILLEGAL, 5, "before the first round"},
	{"[First \"nobody\"]", EG_BAD_RULES, 1, "white or black"},
	{"[", EG_SYNTAX, 1, "form"},
	{"[]", EG_SYNTAX, 1, "form"},
	{"[Name]", EG_SYNTAX, 1, "form"},
	{"[Name \"", EG_SYNTAX, 1, "form"},
	{"[Name \"value\"", EG_SYNTAX, 1, "form"},
	{"[Name \"two\nlines\"]", EG_SYNTAX, 1, "form"},
	{"[Na-me \"value\"]", EG_SYNTAX, 1, "form"},
	{"[Name  \"value\"]", EG_SYNTAX, 1, "form"},
	{"[Name \"a\\", EG_SYNTAX, 1, "form"},
	{"[Name \"a\\n\"]", EG_SYNTAX, 1, "\\"},
	{"[Name \"bell\a\"]", EG_SYNTAX, 1, "form"},
	{TAGS "round", EG_SYNTAX, 4, "number"},
	{TAGS "round one", EG_SYNTAX, 4, "number"},
	{TAGS "round 1/ " DECK, EG_SYNTAX, 4, "number"},
	{TAGS "round 65537 " DECK, EG_SYNTAX, 4, "number"},
	{TAGS "round 1", EG_SYNTAX, 4, "25 digits"},
	{TAGS "round 1 12345", EG_SYNTAX, 4, "25 digits"},
	{TAGS "round 1 " DECK "1", EG_SYNTAX, 4, "25 digits"},
	{TAGS "round 1 6432352415534141213234151", EG_SYNTAX, 4, "1 to 5"},
	{TAGS "round 1 0432352415534141213234151", EG_SYNTAX, 4, "1 to 5"},
	{TAGS "round 1 1432352415534141213234152", EG_BAD_DECK, 4, "five cards"},
	{TAGS "round 0 " DECK, EG_ILLEGAL, 4, "one by one"},
	{TAGS "round 2 " DECK, EG_ILLEGAL, 4, "one by one"},
	{TAGS "round 1 " DECK "\nround 2 " DECK, EG_ILLEGAL, 5, "no result"},
	{TAGS "1. +5", EG_ILLEGAL, 4, "no round"},
	{TAGS "white touch", EG_ILLEGAL, 4, "no round"},
	{TAGS "round 1 " DECK "\n1 +5", EG_SYNTAX, 5, "dot"},
	{TAGS "round 1 " DECK "\n1.", EG_SYNTAX, 5, "notation"},
	{TAGS "round 1 " DECK "\n1. advance", EG_SYNTAX, 5, "notation"},
	{TAGS "round 1 " DECK "\n1a. +5", EG_SYNTAX, 5, "number"},
	{TAGS "round 1 " DECK "\n0. +5", EG_ILLEGAL, 5, "one by one"},
	{TAGS "round 1 " DECK "\n1. +5\n3. +5", EG_ILLEGAL, 6, "one by one"},
	{TAGS "round 1 " DECK "\n1. +5\n2. +1\n3. +1", EG_ILLEGAL, 7, "forbid"},
	{TAGS "round 1 " DECK "\n1. +5\nwhite touch", EG_ILLEGAL, 6, "not over"},
	{TAGS "round 1 " DECK "\n" MOVES "\n7. +1", EG_ILLEGAL, 6, "forbid"},
	{TAGS "round 1 " DECK "\n" MOVES "\nblack touch", EG_ILLEGAL, 6, "otherwise"},
	{TAGS "round 1 " DECK "\n" MOVES "\nwhite cards", EG_ILLEGAL, 6, "otherwise"},
	{TAGS "round 1 " DECK "\n" MOVES "\ndraw", EG_ILLEGAL, 6, "otherwise"},
	{TAGS "round 1 " DECK "\n" MOVES "\nwhite draw", EG_SYNTAX, 6, "won by"},
	{TAGS "round 1 " DECK "\n" MOVES "\nwhite", EG_SYNTAX, 6, "won by"},
	{TAGS "round 1 " DECK "\n" MOVES "\n", EG_ILLEGAL, 6, "no result"},
	{WHOLE "white touch", EG_ILLEGAL, 8, "no round"},
	{WHOLE "round 2 " DECK, EG_ILLEGAL, 8, "won before"},
	{TAGS "hello", EG_SYNTAX, 4, "neither"},
	{TAGS "-1", EG_SYNTAX, 4, "neither"},
};

UNIT_TEST(test_replay_fault_has_line_and_reason)
{
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		struct eg_record_fault fault = {0};
		struct eg_match match;
		struct eg_match before;

		memset(&match, 0x5a, sizeof(match));
		before = match;
		assert_int_equal(replay(faults[i].text, &match, &fault), faults[i].error);
		assert_int_equal(fault.line, faults[i].line);
		assert_non_null(strstr(fault.reason, faults[i].reason));
		assert_memory_equal(&match, &before, sizeof(match));
	}
}

/*
 * If the end of a record is cut off, the replay shows the part before the cut or refuses the
 * record. The replay never reads beyond the end of the text.
 */
UNIT_TEST(test_replay_of_a_text_that_is_cut_anywhere)
{
	char copy[sizeof(WHOLE)];

	for (size_t size = 0; size < sizeof(WHOLE); size++) {
		struct eg_record_fault fault;
		struct eg_match match;

		memset(copy, '1', sizeof(copy));
		memcpy(copy, WHOLE, size);
		enum eg_error error = eg_record_replay(copy, size, &match, &fault);

		if (error == EG_OK)
			assert_true(match.rounds <= 1);
		else
			assert_true(fault.line >= 1 && fault.line <= 7);
	}
}

static size_t write_whole(char *text, size_t size, enum eg_error *error)
{
	const struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 1, EG_WHITE, {0}};
	static const char *const actions[] = {"+5", "+5", "+5", "+4x3", "=", "x3"};
	struct eg_writer writer;
	uint8_t deck[EG_DECK];
	size_t length = 0;

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(DECK[i] - '0');
	eg_writer_init(&writer, text, size);
	eg_writer_rules(&writer, &rules);
	eg_writer_deal(&writer, deck);
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		struct eg_action action;

		assert_int_equal(eg_action_parse(actions[i], strlen(actions[i]), &action), EG_OK);
		eg_writer_action(&writer, action);
	}
	eg_writer_result(&writer, &(struct eg_result){EG_WHITE, EG_TOUCH});
	*error = eg_writer_finish(&writer, &length);
	return length;
}

UNIT_TEST(test_writer_writes_a_whole_match)
{
	char text[256];
	enum eg_error error;

	assert_int_equal(write_whole(text, sizeof(text), &error), strlen(WHOLE));
	assert_int_equal(error, EG_OK);
	assert_string_equal(text, WHOLE);
}

UNIT_TEST(test_writer_without_space_fails)
{
	char text[sizeof(WHOLE) + 1];

	for (size_t size = 0; size < sizeof(WHOLE); size++) {
		enum eg_error error;

		memset(text, '#', sizeof(text));
		write_whole(text, size, &error);
		assert_int_equal(error, EG_NO_SPACE);
		assert_int_equal(text[size], '#');
	}
}

UNIT_TEST(test_writer_wraps_long_rounds)
{
	struct eg_writer writer;
	char text[1024];
	size_t length;

	eg_writer_init(&writer, text, sizeof(text));
	for (int i = 0; i < 60; i++)
		eg_writer_action(&writer, (struct eg_action){EG_ADVANCE_ATTACK, 3, 5, 2});
	assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
	for (const char *line = text; *line; line = strchr(line, '\n') + 1)
		assert_true(strchr(line, '\n') - line <= 80);
}

/*
 * After an action, the writer begins a new line before it writes anything else, even if the round
 * has no result.
 */
UNIT_TEST(test_writer_ends_the_line_of_an_unfinished_round)
{
	static const struct eg_action action = {EG_ADVANCE, 1, 0, 0};
	uint8_t deck[EG_DECK];
	struct eg_writer writer;
	char text[256];
	size_t length;

	memset(deck, 1, sizeof(deck));
	eg_writer_init(&writer, text, sizeof(text));
	eg_writer_action(&writer, action);
	eg_writer_deal(&writer, deck);
	eg_writer_action(&writer, action);
	eg_writer_tag(&writer, "Result", "nobody 0-0");
	assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
	assert_string_equal(text,
		"1. +1\n\nround 1 1111111111111111111111111\n1. +1\n[Result \"nobody 0-0\"]\n");
}

UNIT_TEST(test_writer_returns_its_first_error)
{
	struct eg_writer writer;
	char text[64];
	size_t length;

	eg_writer_init(&writer, text, 1);
	eg_writer_tag(&writer, "White", "Ada");
	eg_writer_tag(&writer, "a b", "\a");
	assert_int_equal(eg_writer_finish(&writer, &length), EG_NO_SPACE);
	eg_writer_init(&writer, text, 0);
	eg_writer_tag(&writer, "a b", "");
	assert_int_equal(eg_writer_finish(&writer, &length), EG_SYNTAX);
	eg_writer_init(&writer, text, 0);
	assert_int_equal(eg_writer_finish(&writer, &length), EG_NO_SPACE);
}

UNIT_TEST(test_tag_value_is_written_and_read_again)
{
	static const char *const values[] = {"", "Ada", "\"", "\\", "a \"b\\c\" [d] ]", "\xc3\xa9"};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		struct eg_writer writer;
		struct eg_reader reader;
		struct eg_record_item item;
		struct eg_record_fault fault;
		char text[64];
		char value[32];
		size_t length;

		eg_writer_init(&writer, text, sizeof(text));
		eg_writer_tag(&writer, "White_2", values[i]);
		assert_int_equal(eg_writer_finish(&writer, &length), EG_OK);
		eg_reader_init(&reader, text, length);
		assert_int_equal(eg_reader_next(&reader, &item, &fault), EG_OK);
		assert_int_equal(item.kind, EG_RECORD_TAG);
		assert_memory_equal(item.name.start, "White_2", item.name.size);
		assert_int_equal(eg_record_value(&item, value, strlen(values[i])), EG_NO_SPACE);
		assert_int_equal(eg_record_value(&item, value, strlen(values[i]) + 1), EG_OK);
		assert_string_equal(value, values[i]);
		assert_int_equal(eg_reader_next(&reader, &item, &fault), EG_OK);
		assert_int_equal(item.kind, EG_RECORD_END);
		assert_int_equal(eg_reader_next(&reader, &item, &fault), EG_OK);
		assert_int_equal(item.kind, EG_RECORD_END);
	}
}

UNIT_TEST(test_tag_that_a_record_can_not_have_is_refused)
{
	static const char *const tags[][2] = {{"", "x"}, {"a b", "x"}, {"a\"", "x"}, {"a[", "x"},
		{"a{", "x"}, {"a:", "x"}, {"White", "a\nb"}, {"White", "\x1b[2J"},
		{"White", "\x7f"}};

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		struct eg_writer writer;
		char text[64];
		size_t length;

		eg_writer_init(&writer, text, sizeof(text));
		eg_writer_tag(&writer, tags[i][0], tags[i][1]);
		assert_int_equal(eg_writer_finish(&writer, &length), EG_SYNTAX);
	}
}
