/* Tests of the trace format. The files in tests/trace have the exact output. */
#include "engine/command/trace.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define DECK "[5,4,3,2,3,5,2,4,1,5,5,3,4,1,4,1,2,1,3,2,3,4,1,5,2]"

static char *output;

/* Writes the answers to trace lines into `output`, which is valid until the next call. */
static bool trace(const char *lines)
{
	char *text = strdup(lines);
	size_t size;

	free(output);
	output = NULL;
	assert_non_null(text);
	FILE *in = fmemopen(text, strlen(text), "r");
	FILE *out = open_memstream(&output, &size);

	assert_non_null(in);
	assert_non_null(out);
	bool valid = trace_stream(in, out);

	fclose(in);
	fclose(out);
	free(text);
	return valid;
}

static int forget(void **state)
{
	(void)state;
	free(output);
	output = NULL;
	return 0;
}

UNIT_TEST(test_states_start_with_ply_0)
{
	assert_true(trace("{\"rules\":{\"level\":\"advanced\",\"final_retreat\":\"position\"},"
			  "\"first\":\"white\",\"deck\":" DECK ",\"actions\":[]}\n"));
	assert_string_equal(output, "{\"ply\":0,\"phase\":\"turn\",\"to_act\":\"white\","
				    "\"white\":{\"space\":1,\"hand\":[2,3,3,4,5]},"
				    "\"black\":{\"space\":23,\"hand\":[1,2,4,5,5]},"
				    "\"distance\":22,\"pile\":15,\"discard\":[],\"attack\":null,"
				    "\"legal\":[\"+2\",\"+3\",\"+4\",\"+5\"],\"result\":null}\n");
}

UNIT_TEST(test_a_state_has_the_waiting_attack)
{
	assert_true(trace("{\"deck\":" DECK ",\"actions\":[\"+5\",\"+5\",\"+5\",\"+4x3\"]}"));
	assert_non_null(strstr(output, "\"ply\":4,\"phase\":\"defend\",\"to_act\":\"white\""));
	assert_non_null(strstr(output, "\"discard\":[5,5,5,4,3],"
				       "\"attack\":{\"card\":3,\"count\":1,\"indirect\":true},"
				       "\"legal\":[\"-2\",\"-3\",\"-4\",\"=\"]"));
}

UNIT_TEST(test_after_a_parry_it_is_the_defenders_turn)
{
	assert_true(trace("{\"deck\":" DECK ",\"actions\":[\"+5\",\"+5\",\"+5\",\"+4x3\",\"=\"]}"));
	assert_non_null(strstr(output, "\"ply\":5,\"phase\":\"turn\",\"to_act\":\"white\""));
}

UNIT_TEST(test_a_finished_round_has_its_result)
{
	assert_true(trace(
		"{\"deck\":" DECK ",\"actions\":[\"+5\",\"+5\",\"+5\",\"+4x3\",\"=\",\"x3\"]}"));
	assert_non_null(strstr(output, "\"ply\":6,\"phase\":\"over\",\"to_act\":null"));
	assert_non_null(
		strstr(output, "\"legal\":[],"
			       "\"result\":{\"winner\":\"white\",\"reason\":\"touch\"}}\n"));
}

UNIT_TEST(test_an_illegal_action_ends_its_script_only)
{
	assert_true(trace("{\"deck\":" DECK ",\"actions\":[\"+5\",\"x1\",\"+5\"]}\n"
			  "{\"deck\":" DECK ",\"actions\":[]}\n"));
	assert_non_null(strstr(output, "}\n{\"ply\":2,\"error\":\"illegal\",\"action\":\"x1\"}\n"
				       "{\"ply\":0,"));
}

UNIT_TEST(test_an_action_after_the_end_is_illegal)
{
	assert_true(trace("{\"deck\":" DECK
			  ",\"actions\":[\"+5\",\"+5\",\"+5\",\"+4x3\",\"=\",\"x3\",\"+1\"]}"));
	assert_non_null(strstr(output, "{\"ply\":7,\"error\":\"illegal\",\"action\":\"+1\"}\n"));
}

UNIT_TEST(test_a_line_that_is_not_a_script_gets_an_error)
{
	assert_false(trace("en garde\n{\"deck\":" DECK ",\"actions\":[]}\n"));
	assert_int_equal(strncmp(output, "{\"error\":\"not JSON", 18), 0);
	assert_non_null(strstr(output, "\"}\n{\"ply\":0,"));
	assert_false(trace("{\"deck\":[1,2,3],\"actions\":[]}"));
	assert_string_equal(output, "{\"error\":\"deck is not an array of 25 cards\"}\n");
	assert_false(trace("{\"rules\":{\"level\":\"x\"},\"deck\":" DECK ",\"actions\":[]}"));
	assert_string_equal(output, "{\"error\":\"level is not basic, standard or advanced\"}\n");
}

UNIT_TEST_GROUP(NULL, forget)
