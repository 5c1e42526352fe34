/* JSON with what strangers may put in it, and paths with what ids may hold. */
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/matrix.h"
#include "adapters/matrix/url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_tame_awkward_json_becomes_readable(void **state)
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
		{"{\"a\":1e999}", "{\"a\":0    }"},
		{"{\"a\":-1E5,\"b\":2}", "{\"a\":0   ,\"b\":2}"},
		{"{\"a\":123456789012345678}", "{\"a\":0                 }"},
		{"{\"a\":-9007199254740991}", "{\"a\":-9007199254740991}"},
		{"{\"a\":1.5,\"t\":1700000000000}", "{\"a\":1.5,\"t\":1700000000000}"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *text = strdup(cases[i].text);
		json_t *json;

		mx_json_tame(text, strlen(text));
		assert_string_equal(text, cases[i].expected);
		json = mx_json_parse(text, strlen(text));
		assert_non_null(json);
		json_decref(json);
		free(text);
	}
}

static void test_parse_broken_json_is_none(void **state)
{
	static const char *const cases[] = {"", "{", "[1,", "{\"a\":\"\\u00", "{\"a\":\"\\", "1",
		"<html>", "{\"a\":1} x", "\"\\ud83d\\ude"};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		/* An exact copy, so that a sanitizer sees reading behind the end. */
		size_t size = strlen(cases[i]);
		char *text = malloc(size + !size);

		memcpy(text, cases[i], size);
		assert_null(mx_json_parse(text, size));
		free(text);
	}
	assert_null(mx_json_parse(NULL, 0));
}

static void test_parse_deep_nesting_is_none(void **state)
{
	size_t size = 100000;
	char *text = malloc(size);

	(void)state;
	memset(text, '[', size);
	assert_null(mx_json_parse(text, size));
	free(text);
}

static void test_text_of_what_is_no_string_is_none(void **state)
{
	json_t *object = json_pack("{s:i, s:n, s:s}", "a", 1, "b", "c", "x");

	(void)state;
	assert_null(mx_json_text(object, "a"));
	assert_null(mx_json_text(object, "b"));
	assert_null(mx_json_text(object, "none"));
	assert_null(mx_json_text(NULL, "c"));
	assert_string_equal(mx_json_text(object, "c"), "x");
	json_decref(object);
}

static void test_url_escapes_all_but_the_unreserved(void **state)
{
	char *url = mx_url("/rooms/%/send?q=%", "!a/b?c#d%:e.-_~", "\xc3\xa9 &");

	(void)state;
	assert_string_equal(url, "/rooms/%21a%2Fb%3Fc%23d%25%3Ae.-_~/send?q=%C3%A9%20%26");
	free(url);
	url = mx_url("/none");
	assert_string_equal(url, "/none");
	free(url);
}

static void test_id_grammar(void **state)
{
	char longest[300];

	(void)state;
	assert_true(mx_id_is_user("@a:b"));
	assert_true(mx_id_is_user("@A=_./-+1:example.org:8448"));
	assert_true(mx_id_is_room("!a:b"));
	assert_true(mx_id_is_room("!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM")); /* version 12 */
	assert_true(mx_id_is_event("$abc"));
	assert_false(mx_id_is_user(NULL));
	assert_false(mx_id_is_user(""));
	assert_false(mx_id_is_user("@"));
	assert_false(mx_id_is_user("@a"));
	assert_false(mx_id_is_user("@a:"));
	assert_false(mx_id_is_user("a:b"));
	assert_false(mx_id_is_user("@a b:c"));
	assert_false(mx_id_is_user("@a\nb:c"));
	assert_false(mx_id_is_room("#a:b"));
	assert_false(mx_id_is_event("!a"));
	memset(longest, 'a', sizeof longest);
	longest[0] = '@';
	longest[1] = ':';
	longest[255] = '\0';
	assert_true(mx_id_is_user(longest));
	longest[255] = 'a';
	longest[256] = '\0';
	assert_false(mx_id_is_user(longest));
	assert_string_equal(mx_id_server("@a:b.c:1"), "b.c:1");
}

static unsigned left; /* allocations that succeed still */

static void *scarce(size_t size)
{
	if (left == 0)
		return NULL;
	left--;
	return malloc(size);
}

/* Wherever memory ends, the text is whole or there is none. */
static void test_print_without_memory_leaves_nothing_out(void **state)
{
	static const char whole[] =
		"{\"standing\":2,\"predecessor\":\"!somewhere:else\",\"creators\":[\"@ann:here\"],"
		"\"moderators\":{\"default\":false,\"others\":[\"@ann:here\"]}}";
	json_t *json = json_loads(whole, 0, NULL);
	unsigned room = 0;
	char *text = NULL;

	(void)state;
	assert_non_null(json);
	for (; !text && room < 1000; room++) {
		json_set_alloc_funcs(scarce, free);
		left = room;
		text = mx_json_print(json);
		json_set_alloc_funcs(malloc, free);
		if (text)
			assert_string_equal(text, whole);
	}
	assert_non_null(text);
	free(text);
	json_decref(json);
}

/* More than there ever is: the process has to end by itself, with the status of a failure. */
static void test_parser_without_memory_is_not_reached(void **state)
{
	volatile size_t too_much = SIZE_MAX / 4;
	json_malloc_t get;
	json_free_t put;
	pid_t child;
	int status;

	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_print_without_memory_leaves_nothing_out),
		cmocka_unit_test(test_tame_awkward_json_becomes_readable),
		cmocka_unit_test(test_parse_broken_json_is_none),
		cmocka_unit_test(test_parse_deep_nesting_is_none),
		cmocka_unit_test(test_text_of_what_is_no_string_is_none),
		cmocka_unit_test(test_url_escapes_all_but_the_unreserved),
		cmocka_unit_test(test_id_grammar),
		cmocka_unit_test(test_parser_without_memory_is_not_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
