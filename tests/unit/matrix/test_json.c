/* Tests how the adapter reads JSON with whatever strangers may write into their events. */
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/matrix.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT_TEST(test_json_is_read_with_replacements)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
		{"{\"a\":\"x\\u0000y\"}", "{\"a\":\"x\\ufffdy\"}"},
		{"{\"a\\u0000b\":1}", "{\"a\\ufffdb\":1}"},
		{"{\"a\":\"\\ud800\"}", "{\"a\":\"\\ufffd\"}"},
		{"{\"a\":\"\\uDFFF\\ud83d\\ude00\"}", "{\"a\":\"\\ufffd\\ud83d\\ude00\"}"},
		{"{\"a\":\"\\ud83d\\ud83d\\ude00\"}", "{\"a\":\"\\ufffd\\ud83d\\ude00\"}"},
		{"{\"a\":\"\\\\u0000\"}", "{\"a\":\"\\\\u0000\"}"},
		{"{\"a\":\"\\\"1e999\"}", "{\"a\":\"\\\"1e999\"}"},
		{"{\"a\":1e999}", "{\"a\":0}"},
		{"{\"a\":-1E5,\"b\":2}", "{\"a\":0,\"b\":2}"},
		{"{\"a\":123456789012345678}", "{\"a\":0}"},
		{"{\"a\":-9007199254740991}", "{\"a\":-9007199254740991}"},
		{"{\"a\":1.5,\"t\":1700000000000}", "{\"a\":1.5,\"t\":1700000000000}"},
		{"[NaN,-Infinity,Infinity]", "[0,0,0]"},
		{"[true,false,null,True]", "[true,false,null,0]"},
		{"[01,-,1.,.5,0,-0,0.5]", "[0,0,0,0,0,0,0.5]"},
		{"[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]",
			"[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]"},
		{"[\"!a\xe9:b\",\"\xc3\"]", "[\"?????\",\"?\"]"},
		{"{\"\xc0\x80\":\"\xed\xa0\x80\",\"\xf4\x90\x80\x80\":\"\xe0\x80\x80x\"}",
			"{\"??\":\"???\",\"????\":\"????\"}"},
		{"{\"\":1,\"\":{\"\":2}}", "{\"\":{\"\":2}}"},
		{"{\"a\":[1],\"b\":3,\"a\":\"x\"}", "{\"b\":3,\"a\":\"x\"}"},
		{"{\"\\u0061\":\"\\u00e9\\u20ac\\/\\\\\\\"\\b\\f\\n\\r\\t\"}",
			"{\"a\":\"\xc3\xa9\xe2\x82\xac/\\\\\\\"\\b\\f\\n\\r\\t\"}"},
		{" \t\r\n[ ] ", "[]"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *json = mx_json_parse(cases[i].text, strlen(cases[i].text));
		json_t *expected = json_loads(cases[i].expected, 0, NULL);

		assert_non_null(json);
		assert_non_null(expected);
		assert_true(json_equal(json, expected));
		json_decref(expected);
		json_decref(json);
	}
}

UNIT_TEST(test_broken_json_is_refused)
{
	static const char *const cases[] = {"", "{", "[1,", "{\"a\":\"\\u00", "{\"a\":\"\\", "1",
		"<html>", "{\"a\":1} x", "\"\\ud83d\\ude", "[\"\x01\"]", "[\"\xff\x01\"]", "[\xff]",
		"[\"\\x\"]", "[\"\\u12g4\"]", "[\"\\u\"]", "[\"a\\\"]", "[1,]", "{\"a\":1,}",
		"{\"a\"}", "{a:1}", "{1:1}", "{\"a\" 1}", "[1 2]", "[,]", "[}", "{]", "[1}",
		"\"a\"", "true"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		/*
		 * Copies the text into a block of exactly its size, so that a sanitizer notices a
		 * read beyond the end.
		 */
		size_t size = strlen(cases[i]);
		char *text = malloc(size + !size);

		memcpy(text, cases[i], size);
		assert_null(mx_json_parse(text, size));
		free(text);
	}
	assert_null(mx_json_parse(NULL, 0));
}

/* Makes a text of random pieces, most of which is JSON or nearly JSON. Returns its size. */
static size_t make_text(char *text, uint64_t *random)
{
	static const char *const pieces[] = {"{", "}", "[", "]", ",", ":", "\"a\"",
		"\"b\":", "\"\\n\\u00e9\"", "\"\\ud83d\\ude00\":", "\"\xc3\xa9\"", " 12 ", " -3.5 ",
		" true ", " false ", " ", "\n", "\x01", "[[],{}]", "{\"a\":[1,\"\"]}", "\"\\q\"",
		" null,"};
	size_t size = 0, count;

	*random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	count = *random >> 60;
	text[size++] = *random >> 59 & 1 ? '{' : '[';
	for (size_t i = 0; i < count; i++) {
		const char *piece;

		*random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		piece = pieces[(*random >> 33) % (sizeof(pieces) / sizeof(*pieces))];
		memcpy(text + size, piece, strlen(piece));
		size += strlen(piece);
	}
	text[size++] = text[0] == '{' ? '}' : ']';
	return size;
}

/* What jansson's parser can read, the bot reads as jansson does, and it reads nothing else. */
UNIT_TEST(test_parser_agrees_with_jansson)
{
	uint64_t random = 1;
	unsigned valid = 0;
	char text[512];

	for (int i = 0; i < 400000; i++) {
		size_t size = make_text(text, &random);
		json_t *theirs = json_loadb(text, size, 0, NULL);
		json_t *ours = mx_json_parse(text, size);

		valid += theirs != NULL;
		if (!ours != !theirs || (ours && !json_equal(ours, theirs)))
			fail_msg("%.*s", (int)size, text);
		json_decref(theirs);
		json_decref(ours);
	}
	assert_true(valid > 1000);
}

/*
 * Returns an object inside `depth` arrays, with or without closing brackets. The caller frees it.
 */
static char *nested(size_t depth, bool closed)
{
	char *text = malloc(2 * depth + 64);
	size_t size = 0;

	memset(text, '[', depth);
	size = depth;
	size += (size_t)sprintf(text + size, "{\"]\":\"\\\"]}\"}");
	memset(text + size, ']', depth);
	size += closed ? depth : 0;
	text[size] = '\0';
	return text;
}

UNIT_TEST(test_deep_value_is_cut_and_the_rest_kept)
{
	static const size_t depths[] = {
		1, MX_JSON_DEPTH_MOST - 3, MX_JSON_DEPTH_MOST, 3000, 100000};

	for (size_t i = 0; i < sizeof(depths) / sizeof(*depths); i++) {
		char *deep = nested(depths[i], true), *text = malloc(strlen(deep) + 64);
		size_t size = (size_t)sprintf(text, "{\"a\":[%s,\"b\"],\"c\":2}", deep), depth = 0;
		json_t *json = mx_json_parse(text, size), *value;

		assert_non_null(json);
		assert_int_equal(json_integer_value(json_object_get(json, "c")), 2);
		value = json_object_get(json, "a");
		assert_string_equal(json_string_value(json_array_get(value, 1)), "b");
		for (; json_is_array(value); depth++)
			value = json_array_get(value, 0);
		assert_true(json_is_object(value) == (depths[i] + 3 <= MX_JSON_DEPTH_MOST));
		assert_true(depth < MX_JSON_DEPTH_MOST);
		json_decref(json);
		free(text);
		free(deep);
	}
}

UNIT_TEST(test_deep_value_without_end_is_refused)
{
	char *text = nested(3000, false);

	assert_null(mx_json_parse(text, strlen(text)));
	free(text);
}

UNIT_TEST(test_deep_nesting_is_refused)
{
	size_t size = 100000;
	char *text = malloc(size);

	memset(text, '[', size);
	assert_null(mx_json_parse(text, size));
	free(text);
}

UNIT_TEST(test_text_of_a_value_that_is_no_string_is_null)
{
	json_t *object = json_pack("{s:i, s:n, s:s}", "a", 1, "b", "c", "x");

	assert_null(mx_json_text(object, "a"));
	assert_null(mx_json_text(object, "b"));
	assert_null(mx_json_text(object, "none"));
	assert_null(mx_json_text(NULL, "c"));
	assert_string_equal(mx_json_text(object, "c"), "x");
	json_decref(object);
}

/*
 * Asks for more memory than the machine has. The process must end itself, with the status of a
 * failure.
 */
UNIT_TEST(test_process_without_memory_ends)
{
	volatile size_t too_much = SIZE_MAX / 4;
	json_malloc_t get;
	json_free_t put;
	pid_t child;
	int status;

	child = fork();
	if (child == 0) {
		if (!mx_init())
			_exit(2);
		json_get_alloc_funcs(&get, &put);
		put(get(too_much));
		_exit(3);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
}
