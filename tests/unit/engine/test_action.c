#include "engine/engarde.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <string.h>

static const struct {
	const char *text;
	struct eg_action action;
} notation[] = {
	{"+1", {EG_ADVANCE, 1, 0, 0}},
	{"+5", {EG_ADVANCE, 5, 0, 0}},
	{"-1", {EG_RETREAT, 1, 0, 0}},
	{"-5", {EG_RETREAT, 5, 0, 0}},
	{"x1", {EG_ATTACK, 0, 1, 1}},
	{"x55", {EG_ATTACK, 0, 5, 2}},
	{"x33333", {EG_ATTACK, 0, 3, 5}},
	{"+3x5", {EG_ADVANCE_ATTACK, 3, 5, 1}},
	{"+3x55", {EG_ADVANCE_ATTACK, 3, 5, 2}},
	{"+2x2222", {EG_ADVANCE_ATTACK, 2, 2, 4}},
	{"+1x55555", {EG_ADVANCE_ATTACK, 1, 5, 5}},
	{"=", {EG_PARRY, 0, 0, 0}},
	{"pass", {EG_PASS, 0, 0, 0}},
};

static const char *const nonsense[] = {
	"",
	" ",
	"+",
	"-",
	"x",
	"+0",
	"+6",
	"-0",
	"-6",
	"x0",
	"x6",
	"+12",
	"-12",
	"x12",
	"x555555",
	"x5 5",
	"+3 ",
	" +3",
	"+3x",
	"+3x0",
	"+3x6",
	"+0x3",
	"+3x45",
	"+3x555555",
	"-3x5",
	"3",
	"==",
	"=1",
	"pas",
	"passs",
	"Pass",
	"PASS",
	"p",
	"X5",
	"+3X5",
	"+a",
	"x5x5",
	"+3+3",
	"\xff",
	"+\xb2",
};

UNIT_TEST(test_action_of_each_kind_is_printed_and_parsed)
{
	for (size_t i = 0; i < sizeof(notation) / sizeof(notation[0]); i++) {
		char text[EG_ACTION_SIZE];
		struct eg_action action;

		size_t length = eg_action_print(notation[i].action, text);
		assert_string_equal(text, notation[i].text);
		assert_int_equal(length, strlen(text));
		assert_int_equal(eg_action_parse(text, length, &action), EG_OK);
		assert_true(eg_action_equal(action, notation[i].action));
	}
}

UNIT_TEST(test_action_parse_refuses_other_text)
{
	const struct eg_action before = {EG_PASS, 9, 9, 9};

	for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++) {
		struct eg_action action = before;

		assert_int_equal(
			eg_action_parse(nonsense[i], strlen(nonsense[i]), &action), EG_SYNTAX);
		assert_true(eg_action_equal(action, before));
	}
}

UNIT_TEST(test_action_parse_refuses_a_nul)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse("+3\0", 3, &action), EG_SYNTAX);
	assert_int_equal(eg_action_parse("\0", 1, &action), EG_SYNTAX);
	assert_int_equal(eg_action_parse("pass\0", 5, &action), EG_SYNTAX);
}

UNIT_TEST(test_action_parse_does_not_read_beyond_the_size)
{
	struct eg_action action;

	assert_int_equal(eg_action_parse("+3x55", 2, &action), EG_OK);
	assert_true(eg_action_equal(action, (struct eg_action){EG_ADVANCE, 3, 0, 0}));
}

UNIT_TEST(test_action_equal_compares_each_field)
{
	const struct eg_action action = {EG_ADVANCE_ATTACK, 1, 2, 3};

	assert_true(eg_action_equal(action, action));
	assert_false(eg_action_equal(action, (struct eg_action){EG_ATTACK, 1, 2, 3}));
	assert_false(eg_action_equal(action, (struct eg_action){EG_ADVANCE_ATTACK, 2, 2, 3}));
	assert_false(eg_action_equal(action, (struct eg_action){EG_ADVANCE_ATTACK, 1, 1, 3}));
	assert_false(eg_action_equal(action, (struct eg_action){EG_ADVANCE_ATTACK, 1, 2, 4}));
}

UNIT_TEST(test_rules_names_are_parsed_and_found_again)
{
	static const char *const names[] = {ALL_RULE_SETS};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct eg_rules rules;

		assert_int_equal(eg_rules_parse(names[i], strlen(names[i]), &rules), EG_OK);
		assert_string_equal(eg_rules_name(&rules), names[i]);
	}
}

UNIT_TEST(test_rules_parse_refuses_an_unknown_name)
{
	static const char *const names[] = {"", "Basic", "basi", "basics", "classic", "ferti "};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct eg_rules rules;

		assert_int_equal(eg_rules_parse(names[i], strlen(names[i]), &rules), EG_SYNTAX);
	}
}
