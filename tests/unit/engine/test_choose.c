#include "engine/command/choose.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/opponent/dice.h"

#define GOOD                                                                                       \
	"{\"rules\":{\"level\":\"advanced\",\"final_retreat\":\"position\"},\"first\":\"white\","  \
	"\"seat\":\"black\",\"dealt\":[1,1,2,2,3],\"drawn\":[],\"actions\":[\"+3\"],\"seed\":1}"

/* Returns the answers of the player `name` to the lines. The caller frees the answers. */
static char *answers(const char *lines, size_t size, const char *name, bool *good)
{
	struct eg_player player;
	char *text = NULL;
	size_t length = 0;
	char *copy = malloc(size);

	assert_non_null(copy);
	memcpy(copy, lines, size);
	FILE *in = fmemopen(copy, size, "r");
	FILE *out = open_memstream(&text, &length);

	assert_non_null(in);
	assert_non_null(out);
	assert_int_equal(eg_player_parse(name, strlen(name), &player), EG_OK);
	*good = choose_stream(in, out, &player);
	fclose(in);
	fclose(out);
	free(copy);
	return text;
}

static void answered(const char *line, const char *expected)
{
	bool good;
	char *text = answers(line, strlen(line), "greedy", &good);

	assert_string_equal(text, expected);
	assert_int_equal(good, strstr(expected, "error") == NULL);
	free(text);
}

/* The greedy player advances as far as possible. */
UNIT_TEST(test_choose_answers_each_line)
{
	answered(GOOD, "{\"action\":\"+3\"}\n");
	answered(GOOD "\n" GOOD "\n", "{\"action\":\"+3\"}\n{\"action\":\"+3\"}\n");
	answered("{\"seat\":\"white\",\"dealt\":[1,2,2,2,4]}", "{\"action\":\"+4\"}\n");
}

UNIT_TEST(test_choose_answers_bad_lines_with_errors)
{
	static const struct {
		const char *line;
		const char *error;
	} cases[] = {
		{"\n", "not JSON, byte 0"},
		{"[]", "a line is an object"},
		{"{}", "seat is missing"},
		{"{\"seat\":\"red\"}", "seat is not white or black"},
		{"{\"seat\":\"white\"}", "dealt is not five cards"},
		{"{\"seat\":\"white\",\"seat\":\"white\"}", "a member occurs twice, byte 22"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4]}", "dealt is not five cards"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5,5]}", "more cards than a seat gets"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,6]}", "a card is not 1 to 5"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,1.5]}", "a card is not 1 to 5"},
		{"{\"seat\":\"white\",\"dealt\":7}", "cards are not an array"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5],\"drawn\":[1]}",
			"the cards drawn do not fit the actions"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5],\"actions\":[3]}",
			"an action is not in notation"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5],\"actions\":[\"x\"]}",
			"an action is not in notation"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5],\"actions\":\"+3\"}",
			"actions is not an array"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5],\"seed\":\"one\"}",
			"seed is not a whole number"},
		{"{\"seat\":\"white\",\"dealt\":[1,2,3,4,5],\"rules\":{\"level\":\"chess\"}}",
			"level is not basic, standard or advanced"},
		{"{\"seat\":\"black\",\"dealt\":[1,2,3,4,5]}", "the seat is not to act"},
		{"{\"seat\":\"black\",\"dealt\":[1,2,3,4,5],\"actions\":[\"x5\"]}",
			"an action is not legal"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char expected[200];

		snprintf(expected, sizeof(expected), "{\"error\":\"%s\"}\n", cases[i].error);
		answered(cases[i].line, expected);
	}
}

UNIT_TEST(test_choose_goes_on_after_a_bad_line)
{
	bool good;
	const char *lines = "nonsense\n" GOOD "\n";
	char *text = answers(lines, strlen(lines), "actor", &good);

	assert_false(good);
	assert_non_null(strstr(text, "{\"error\":\""));
	assert_non_null(strstr(text, "}\n{\"action\":\""));
	free(text);
}

/*
 * Changes random bytes of a good line. The program must answer each changed line and must not
 * crash.
 */
UNIT_TEST(test_choose_answers_changed_lines)
{
	static const char bytes[] = "0123456789+-x=\"[]{},:\0aw ";
	struct eg_dice dice = {9};

	for (int n = 0; n < 3000; n++) {
		char line[] = GOOD;
		bool good;

		for (uint32_t i = eg_dice_below(&dice, 4) + 1; i > 0; i--)
			line[eg_dice_below(&dice, sizeof(line) - 1)] =
				bytes[eg_dice_below(&dice, sizeof(bytes) - 1)];
		char *text = answers(line, sizeof(line) - 1, "actor", &good);

		assert_true(strncmp(text, good ? "{\"action\":\"" : "{\"error\":\"", 10) == 0);
		assert_int_equal(text[strlen(text) - 1], '\n');
		free(text);
	}
}
