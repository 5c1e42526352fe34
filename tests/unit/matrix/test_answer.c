/* Tests how the adapter classifies answers, and how long it waits if an answer asks it to. */
#include "adapters/matrix/client/answer.h"
#include "tests/support/cmocka.h"

static struct mx_answer answer_of(long status, const char *body)
{
	return (struct mx_answer){
		.status = status, .json = body ? json_loads(body, 0, NULL) : NULL};
}

UNIT_TEST(test_verdict_of_status_and_code)
{
	static const struct {
		long status;
		const char *body;
		enum mx_answer_verdict verdict;
	} cases[] = {
		{200, "{}", MX_ANSWER_DONE},
		{200, "[]", MX_ANSWER_DONE},
		{200, NULL, MX_ANSWER_RETRY}, /* the JSON is cut off */
		{0, NULL, MX_ANSWER_RETRY},
		{302, NULL, MX_ANSWER_RETRY},
		{429, NULL, MX_ANSWER_RATE_LIMITED},
		{429, "{\"errcode\":\"M_UNKNOWN\"}", MX_ANSWER_RATE_LIMITED},
		{400, "{\"errcode\":\"M_LIMIT_EXCEEDED\"}", MX_ANSWER_RATE_LIMITED},
		{500, "{\"errcode\":\"M_UNKNOWN\"}", MX_ANSWER_RETRY},
		{502, NULL, MX_ANSWER_RETRY},
		{504, NULL, MX_ANSWER_RETRY},
		{404, "<html>", MX_ANSWER_RETRY}, /* an error page of a proxy */
		{404, "{\"errcode\":7}", MX_ANSWER_RETRY},
		{404, "{\"errcode\":\"M_NOT_FOUND\"}", MX_ANSWER_REFUSED},
		{403, "{\"errcode\":\"M_FORBIDDEN\"}", MX_ANSWER_REFUSED},
		{403, "{\"errcode\":\"M_USER_SUSPENDED\"}", MX_ANSWER_ACCOUNT_HELD},
		{401, "{\"errcode\":\"M_USER_LOCKED\",\"soft_logout\":true}",
			MX_ANSWER_ACCOUNT_HELD},
		{401, "{\"errcode\":\"M_UNKNOWN_TOKEN\"}", MX_ANSWER_NO_SESSION},
		{401, "{\"errcode\":\"M_MISSING_TOKEN\"}", MX_ANSWER_NO_SESSION},
		{403, "{\"errcode\":\"M_CONSENT_NOT_GIVEN\"}", MX_ANSWER_ACCOUNT_HELD},
		{403, "{\"errcode\":\"M_RESOURCE_LIMIT_EXCEEDED\"}", MX_ANSWER_ACCOUNT_HELD},
		{403, "{\"errcode\":\"ORG_MATRIX_EXPIRED_ACCOUNT\"}", MX_ANSWER_ACCOUNT_HELD},
		{400, "{\"errcode\":\"M_CONCURRENT_WRITE\"}", MX_ANSWER_RETRY},
		{400, "{\"errcode\":\"M_BAD_JSON\"}", MX_ANSWER_REFUSED},
		{408, "{\"errcode\":\"M_UNKNOWN\"}", MX_ANSWER_RETRY},
		{413, NULL, MX_ANSWER_REFUSED},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_answer answer = answer_of(cases[i].status, cases[i].body);

		assert_int_equal(mx_answer_verdict(&answer), cases[i].verdict);
		json_decref(answer.json);
	}
}

UNIT_TEST(test_doubtful_refusals)
{
	static const struct {
		long status;
		const char *body;
		bool doubtful;
	} cases[] = {
		{403, "{\"errcode\":\"M_FORBIDDEN\"}", true},
		{400, "{\"errcode\":\"M_FORBIDDEN\"}", true},
		{403, "{\"errcode\":\"M_UNKNOWN\"}", true},
		{400, "{\"errcode\":\"M_UNKNOWN\"}", false},
		{403, "{\"errcode\":\"NO_SUCH_CODE\"}", true},
		{400, "{\"errcode\":\"NO_SUCH_CODE\"}", false},
		{403, "{\"errcode\":\"M_INVITE_BLOCKED\"}", false},
		{404, "{\"errcode\":\"M_NOT_FOUND\"}", false},
		{413, NULL, false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_answer answer = answer_of(cases[i].status, cases[i].body);

		assert_int_equal(mx_answer_is_doubtful(&answer), cases[i].doubtful);
		json_decref(answer.json);
	}
}

UNIT_TEST(test_answers_from_nobody)
{
	struct mx_answer answer = answer_of(502, "{\"errcode\":\"M_UNKNOWN\"}");

	assert_false(mx_answer_is_from_nobody(&answer));
	json_decref(answer.json);
	assert_true(mx_answer_is_from_nobody(&(struct mx_answer){.status = 502}));
	assert_true(mx_answer_is_from_nobody(&(struct mx_answer){.unreached = true}));
	/* a request that another server holds up for too long ends in this way, too */
	assert_false(mx_answer_is_from_nobody(&(struct mx_answer){.status = 504}));
	assert_false(mx_answer_is_from_nobody(&(struct mx_answer){0}));
}

UNIT_TEST(test_wait_of_field_and_body)
{
	static const struct {
		int64_t field;
		const char *body;
		int64_t wait;
	} cases[] = {
		{0, NULL, 0},
		{0, "{}", 0},
		{0, "{\"retry_after_ms\":2500}", 2500},
		{3, "{\"retry_after_ms\":2500}", 2500}, /* both agree, and the body is exact */
		{4, "{\"retry_after_ms\":2500}", 4000},
		{3, NULL, 3000},
		{-3, "{\"retry_after_ms\":-5}", 0},
		{0, "{\"retry_after_ms\":1.5}", 1},
		{0, "{\"retry_after_ms\":\"9\"}", 0},
		{0, "{\"retry_after_ms\":9007199254740991}", 3600000},
		{INT64_MAX, NULL, 3600000},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_answer answer = answer_of(429, cases[i].body);

		answer.retry_after = cases[i].field;
		assert_int_equal(mx_answer_wait(&answer), cases[i].wait);
		json_decref(answer.json);
	}
}

UNIT_TEST(test_soft_logout_only_if_true)
{
	static const struct {
		const char *body;
		bool soft;
	} cases[] = {{"{\"soft_logout\":true}", true}, {"{\"soft_logout\":false}", false},
		{"{\"soft_logout\":1}", false}, {"{}", false}, {NULL, false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_answer answer = answer_of(401, cases[i].body);

		assert_int_equal(mx_answer_soft_logout(&answer), cases[i].soft);
		json_decref(answer.json);
	}
}
