/* What answers mean, and how long to wait. */
#include "adapters/matrix/answer.h"
#include "adapters/matrix/clock.h"
#include "adapters/matrix/pause.h"
#include "adapters/matrix/http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct mx_answer answer_of(long status, const char *body)
{
	return (struct mx_answer){
		.status = status, .json = body ? json_loads(body, 0, NULL) : NULL};
}

static void test_verdict_of_status_and_code(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum mx_verdict verdict;
	} cases[] = {
		{200, "{}", MX_DONE},
		{200, "[]", MX_DONE},
		{200, NULL, MX_AGAIN}, /* cut off */
		{0, NULL, MX_AGAIN},
		{302, NULL, MX_AGAIN},
		{429, NULL, MX_LIMITED},
		{429, "{\"errcode\":\"M_UNKNOWN\"}", MX_LIMITED},
		{400, "{\"errcode\":\"M_LIMIT_EXCEEDED\"}", MX_LIMITED},
		{500, "{\"errcode\":\"M_UNKNOWN\"}", MX_AGAIN},
		{502, NULL, MX_AGAIN},
		{504, NULL, MX_AGAIN},
		{404, "<html>", MX_AGAIN}, /* a proxy */
		{404, "{\"errcode\":7}", MX_AGAIN},
		{404, "{\"errcode\":\"M_NOT_FOUND\"}", MX_REFUSED},
		{403, "{\"errcode\":\"M_FORBIDDEN\"}", MX_REFUSED},
		{403, "{\"errcode\":\"M_USER_SUSPENDED\"}", MX_HELD},
		{401, "{\"errcode\":\"M_USER_LOCKED\",\"soft_logout\":true}", MX_HELD},
		{401, "{\"errcode\":\"M_UNKNOWN_TOKEN\"}", MX_NO_SESSION},
		{401, "{\"errcode\":\"M_MISSING_TOKEN\"}", MX_NO_SESSION},
		{408, "{\"errcode\":\"M_UNKNOWN\"}", MX_AGAIN},
		{413, NULL, MX_REFUSED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mx_answer answer = answer_of(cases[i].status, cases[i].body);

		assert_int_equal(mx_answer_verdict(&answer), cases[i].verdict);
		json_decref(answer.json);
	}
}

static void test_wait_of_field_and_body(void **state)
{
	static const struct {
		int64_t field;
		const char *body;
		int64_t wait;
	} cases[] = {
		{0, NULL, 0},
		{0, "{}", 0},
		{0, "{\"retry_after_ms\":2500}", 2500},
		{3, "{\"retry_after_ms\":2500}", 3000},
		{3, NULL, 3000},
		{-3, "{\"retry_after_ms\":-5}", 0},
		{0, "{\"retry_after_ms\":1.5}", 1},
		{0, "{\"retry_after_ms\":\"9\"}", 0},
		{0, "{\"retry_after_ms\":9007199254740991}", 3600000},
		{INT64_MAX, NULL, 3600000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mx_answer answer = answer_of(429, cases[i].body);

		answer.retry_after = cases[i].field;
		assert_int_equal(mx_answer_wait(&answer), cases[i].wait);
		json_decref(answer.json);
	}
}

static void test_soft_logout_only_where_it_says_so(void **state)
{
	static const struct {
		const char *body;
		bool soft;
	} cases[] = {{"{\"soft_logout\":true}", true}, {"{\"soft_logout\":false}", false},
		{"{\"soft_logout\":1}", false}, {"{}", false}, {NULL, false}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mx_answer answer = answer_of(401, cases[i].body);

		assert_int_equal(mx_answer_soft_logout(&answer), cases[i].soft);
		json_decref(answer.json);
	}
}

static void test_pause_grows_to_its_most(void **state)
{
	(void)state;
	assert_int_equal(mx_pause_length(0, 0), 500);
	assert_int_equal(mx_pause_length(0, 500), 1000);
	assert_int_equal(mx_pause_length(3, 0), 4000);
	assert_int_equal(mx_pause_length(4000000000, 0), 150000);
	for (uint32_t dice = 0; dice < 1000; dice++)
		assert_in_range(mx_pause_length(4000000000, dice * 4294967), 150000, 300000);
}

static void test_pause_never_shortened(void **state)
{
	struct mx_pause pause = {0};
	int64_t timeout = 30000;

	(void)state;
	assert_true(mx_pause_over(&pause));
	mx_pause_bound(&pause, &timeout);
	assert_int_equal(timeout, 30000);
	mx_pause_wait(&pause, 20000);
	mx_pause_wait(&pause, 10);
	assert_false(mx_pause_over(&pause));
	mx_pause_bound(&pause, &timeout);
	assert_in_range(timeout, 15000, 20000);
	mx_pause_clear(&pause);
	assert_true(mx_pause_over(&pause));
}

/* It was looked at before it ended, and would be waited for half a minute. */
static void test_pause_that_ends_within_a_turn_is_no_rest(void **state)
{
	struct mx_pause pause = {0};
	int64_t timeout = 30000;

	(void)state;
	mx_pause_turn();
	pause.until = mx_clock_now() + 1;
	while (!mx_pause_over(&pause))
		;
	mx_pause_bound(&pause, &timeout);
	assert_int_equal(timeout, 0);
	timeout = 30000;
	mx_pause_turn();
	mx_pause_bound(&pause, &timeout);
	assert_int_equal(timeout, 30000);
}

static void test_http_in_the_clear_only_to_this_machine(void **state)
{
	static const struct {
		const char *base;
		enum mx_error error;
	} cases[] = {
		{"https://example.org", MX_OK},
		{"https://example.org:8448/base", MX_OK},
		{"http://localhost:8008", MX_OK},
		{"http://127.0.0.1:8008", MX_OK},
		{"http://127.8.8.8", MX_OK},
		{"http://[::1]:8008", MX_OK},
		{"http://example.org", MX_BAD_CONFIG},
		{"http://localhost.example.org", MX_BAD_CONFIG},
		{"http://127.0.0.1.example.org", MX_BAD_CONFIG},
		{"http://10.0.0.1", MX_BAD_CONFIG},
		{"http://127.0.0.1@example.org", MX_BAD_CONFIG},
		{"ftp://localhost", MX_BAD_CONFIG},
		{"file:///etc/passwd", MX_BAD_CONFIG},
		{"nonsense", MX_BAD_CONFIG},
		{"", MX_BAD_CONFIG},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mx_http *http = NULL;

		assert_int_equal(mx_http_create(cases[i].base, &http), cases[i].error);
		mx_http_destroy(http);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdict_of_status_and_code),
		cmocka_unit_test(test_wait_of_field_and_body),
		cmocka_unit_test(test_soft_logout_only_where_it_says_so),
		cmocka_unit_test(test_pause_grows_to_its_most),
		cmocka_unit_test(test_pause_never_shortened),
		cmocka_unit_test(test_pause_that_ends_within_a_turn_is_no_rest),
		cmocka_unit_test(test_http_in_the_clear_only_to_this_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
