#include "adapters/matrix/login/oauth.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define DEVICE "urn:ietf:params:oauth:grant-type:device_code"
#define GRANTS                                                                                     \
	"\"grant_types_supported\": [\"authorization_code\", \"refresh_token\", \"" DEVICE "\"]"
#define AT "\"https://auth.example.org"

static json_t *parse(const char *text)
{
	char *copy = strdup(text);
	json_t *json = mx_json_parse(copy, strlen(copy));

	free(copy);
	return json;
}

static json_t *parse_long(const char *head, size_t length, const char *tail)
{
	char *text = malloc(strlen(head) + length + strlen(tail) + 1);
	char *end = stpcpy(text, head);
	json_t *json;

	memset(end, 'x', length);
	stpcpy(end + length, tail);
	json = parse(text);
	free(text);
	return json;
}

#define WHOLE                                                                                      \
	"{\"issuer\": " AT "/\", \"registration_endpoint\": " AT "/register\", "                   \
	"\"device_authorization_endpoint\": " AT "/device\", \"token_endpoint\": " AT "/token\", " \
	"\"revocation_endpoint\": " AT "/revoke\", " GRANTS "}"

UNIT_TEST(test_server_with_https_addresses_is_read)
{
	struct mx_oauth_server server;
	json_t *json = parse(WHOLE);

	assert_null(mx_oauth_read_server(json, false, &server));
	assert_string_equal(server.registration, "https://auth.example.org/register");
	assert_string_equal(server.device, "https://auth.example.org/device");
	assert_string_equal(server.token, "https://auth.example.org/token");
	assert_string_equal(server.revocation, "https://auth.example.org/revoke");
	json_object_del(json, "revocation_endpoint");
	assert_null(mx_oauth_read_server(json, false, &server));
	assert_string_equal(server.revocation, "");
	json_decref(json);
}

UNIT_TEST(test_unusable_server_is_refused)
{
	static const char *const values[] = {"null", "7", "true", "[]", "{}", "\"\""};
	static const char *const keys[] = {"issuer", "registration_endpoint",
		"device_authorization_endpoint", "token_endpoint", "revocation_endpoint",
		"grant_types_supported"};
	struct mx_oauth_server server;

	assert_non_null(mx_oauth_read_server(NULL, false, &server));
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		for (size_t j = 0; j < sizeof(values) / sizeof(*values); j++) {
			json_t *json = parse(WHOLE);

			json_object_set_new(
				json, keys[i], json_loads(values[j], JSON_DECODE_ANY, NULL));
			/* The issuer may be any string, even an empty one. */
			if (i == 0 && j == 5)
				assert_null(mx_oauth_read_server(json, false, &server));
			else
				assert_non_null(mx_oauth_read_server(json, false, &server));
			json_decref(json);
		}
		json_t *json = parse(WHOLE);

		json_object_del(json, keys[i]);
		assert_int_equal(mx_oauth_read_server(json, false, &server) == NULL,
			strcmp(keys[i], "revocation_endpoint") == 0);
		json_decref(json);
	}
}

UNIT_TEST(test_server_without_the_needed_grants_is_refused)
{
	struct mx_oauth_server server;
	json_t *json = parse(WHOLE);

	json_object_set_new(json, "grant_types_supported", parse("[\"" DEVICE "\"]"));
	assert_non_null(mx_oauth_read_server(json, false, &server));
	json_object_set_new(json, "grant_types_supported", parse("[\"refresh_token\"]"));
	assert_non_null(mx_oauth_read_server(json, false, &server));
	json_decref(json);
}

UNIT_TEST(test_address_must_be_https_or_on_this_machine)
{
	static const struct {
		const char *url;
		bool secret, clear; /* `secret`: the address is accepted if allows_http is false;
				       `clear`: it is accepted if allows_http is true */
	} cases[] = {
		{"https://example.org", true, true},
		{"https://example.org:8448/a?b=c", true, true},
		{"HTTPS://example.org/", true, true},
		{"http://127.0.0.1:8080/token", false, true},
		{"http://localhost/token", false, true},
		{"http://[::1]:1/token", false, true},
		{"http://example.org/token", false, false},
		{"http://127.0.0.1.example.org/", false, false},
		{"http://localhost.example.org/", false, false},
		{"http://0.0.0.0/", false, false},
		{"https://somebody@example.org/", false, false},
		{"https://some:body@example.org/", false, false},
		{"ftp://example.org/", false, false},
		{"file:///etc/passwd", false, false},
		{"javascript:alert(1)", false, false},
		{"/token", false, false},
		{"example.org/token", false, false},
		{"https://", false, false},
		{"https://example.org/a b", false, false},
		{"https://example.org/\033[2J", false, false},
		{"https://example.org/\n", false, false},
		{"https://example.org/\303\251", false, false},
		{"https://example.org:99999/", false, false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (mx_url_check(cases[i].url, MX_HTTP_NOWHERE) != cases[i].secret ||
			mx_url_check(cases[i].url, MX_HTTP_THIS_MACHINE) != cases[i].clear)
			fail_msg("%s", cases[i].url);
	}
}

UNIT_TEST(test_endpoint_that_is_too_long_is_refused)
{
	struct mx_oauth_server server;
	json_t *json = parse(WHOLE);
	json_t *giant = parse_long("[\"https://example.org/", 1 << 20, "\"]");

	json_object_set(json, "token_endpoint", json_array_get(giant, 0));
	assert_non_null(mx_oauth_read_server(json, false, &server));
	json_decref(giant);
	json_decref(json);
}

#define LINK "\"verification_uri\": " AT "/link\""

UNIT_TEST(test_grant_is_read)
{
	static const struct {
		const char *more;
		int64_t lifetime, interval;
	} cases[] = {
		{"\"expires_in\": 600", 600000, 5000},
		{"\"expires_in\": 600, \"interval\": 2", 600000, 2000},
		{"\"expires_in\": 1, \"interval\": 0", 1000, 1000},
		{"\"expires_in\": 1, \"interval\": -3", 1000, 1000},
		{"\"expires_in\": 9007199254740991, \"interval\": 9007199254740991", 86400000,
			60000},
	};
	struct mx_device_grant grant;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[512];

		snprintf(text, sizeof(text),
			"{\"device_code\": \"d\", \"user_code\": \"WDJB-MJHT\", " LINK ", %s}",
			cases[i].more);
		json_t *json = parse(text);

		assert_true(mx_oauth_read_grant(json, false, &grant));
		assert_string_equal(grant.code, "d");
		assert_string_equal(grant.user_code, "WDJB-MJHT");
		assert_string_equal(grant.verification_uri, "https://auth.example.org/link");
		assert_false(grant.complete);
		assert_int_equal(grant.lifetime, cases[i].lifetime);
		assert_int_equal(grant.interval, cases[i].interval);
		json_decref(json);
	}
}

UNIT_TEST(test_complete_link_of_a_grant_is_shown)
{
	struct mx_device_grant grant;
	json_t *json =
		parse("{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": 60, " LINK
		      ", \"verification_uri_complete\": " AT "/link?code=A\"}");

	assert_true(mx_oauth_read_grant(json, false, &grant));
	assert_true(grant.complete);
	assert_string_equal(grant.verification_uri, "https://auth.example.org/link?code=A");
	/* If the bot must not show the complete link, it shows the short link. */
	json_object_set_new(json, "verification_uri_complete", json_string("http://elsewhere/"));
	assert_true(mx_oauth_read_grant(json, false, &grant));
	assert_false(grant.complete);
	json_decref(json);
}

UNIT_TEST(test_grant_that_can_not_be_shown_is_refused)
{
	static const char *const answers[] = {
		"{}",
		"[]",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": 60}",
		"{\"device_code\": \"d\", \"expires_in\": 60, " LINK "}",
		"{\"user_code\": \"A\", \"expires_in\": 60, " LINK "}",
		"{\"device_code\": \"\", \"user_code\": \"A\", \"expires_in\": 60, " LINK "}",
		"{\"device_code\": 7, \"user_code\": \"A\", \"expires_in\": 60, " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": [], \"expires_in\": 60, " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": 0, " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": -1, " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": \"60\", " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": 60, "
		"\"interval\": \"5\", " LINK "}",
		"{\"device_code\": \"d\", \"user_code\": \"\\u001b[2J\", \"expires_in\": 60, " LINK
		"}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": 60, "
		"\"verification_uri\": \"http://example.org/link\"}",
		"{\"device_code\": \"d\", \"user_code\": \"A\", \"expires_in\": 60, "
		"\"verification_uri\": \"https://example.org/\\u001b]0;x\"}",
	};
	struct mx_device_grant grant;
	json_t *giant;

	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		json_t *json = parse(answers[i]);

		if (mx_oauth_read_grant(json, false, &grant))
			fail_msg("%s", answers[i]);
		json_decref(json);
	}
	giant = parse_long("{\"device_code\": \"d\", \"expires_in\": 60, " LINK
			   ", \"user_code\": \"",
		MX_USER_CODE, "\"}");
	assert_false(mx_oauth_read_grant(giant, false, &grant));
	json_decref(giant);
	giant = parse_long("{\"user_code\": \"A\", \"expires_in\": 60, " LINK
			   ", \"device_code\": \"",
		MX_CODE_SIZE, "\"}");
	assert_false(mx_oauth_read_grant(giant, false, &grant));
	json_decref(giant);
}

UNIT_TEST(test_client_is_read)
{
	static const char *const bad[] = {"{}", "{\"client_id\": 7}", "{\"client_id\": \"\"}",
		"{\"client_id\": \"a b\"}", "{\"client_id\": \"a\\u0000b\"}"};
	char client[MX_CLIENT_SIZE];
	json_t *json = parse("{\"client_id\": \"01ABC\"}");

	assert_true(mx_oauth_read_client(json, client));
	assert_string_equal(client, "01ABC");
	json_decref(json);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		json = parse(bad[i]);
		assert_false(mx_oauth_read_client(json, client));
		json_decref(json);
	}
}

UNIT_TEST(test_tokens_are_read)
{
	static const struct {
		long status;
		const char *body;
		enum mx_token_verdict verdict;
	} cases[] = {
		{200, "{\"access_token\": \"a\", \"token_type\": \"Bearer\"}", MX_TOKEN_GIVEN},
		{200,
			"{\"access_token\": \"a\", \"token_type\": \"bearer\", \"refresh_token\": "
			"\"r\"}",
			MX_TOKEN_GIVEN},
		{200, "{\"access_token\": \"a\"}", MX_TOKEN_AGAIN},
		{200, "{\"access_token\": \"a\", \"token_type\": \"mac\"}", MX_TOKEN_AGAIN},
		{200, "{\"token_type\": \"Bearer\"}", MX_TOKEN_AGAIN},
		{200, "{\"access_token\": 7, \"token_type\": \"Bearer\"}", MX_TOKEN_AGAIN},
		{200, "{\"access_token\": \"a\\r\\nX: y\", \"token_type\": \"Bearer\"}",
			MX_TOKEN_AGAIN},
		{200, "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"refresh_token\": 7}",
			MX_TOKEN_AGAIN},
		{200,
			"{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"refresh_token\": "
			"\"\"}",
			MX_TOKEN_AGAIN},
		{200, "<html>", MX_TOKEN_AGAIN},
		{302, "{\"error\": \"invalid_grant\"}", MX_TOKEN_AGAIN},
		{400, "{\"error\": \"invalid_grant\"}", MX_TOKEN_REFUSED},
		{401, "{\"error\": \"invalid_client\"}", MX_TOKEN_REFUSED},
		{400, "{\"error\": \"authorization_pending\"}", MX_TOKEN_PENDING},
		{403, "{\"error\": \"authorization_pending\"}", MX_TOKEN_PENDING},
		{400, "{\"error\": \"slow_down\"}", MX_TOKEN_SLOWER},
		{403, "{\"error\": \"access_denied\"}", MX_TOKEN_DENIED},
		{403, "{\"error\": \"expired_token\"}", MX_TOKEN_EXPIRED},
		{400, "{\"error\": 7}", MX_TOKEN_AGAIN},
		{400, "<html>", MX_TOKEN_AGAIN},
		{404, "{}", MX_TOKEN_AGAIN},
		{429, "{\"error\": \"invalid_grant\"}", MX_TOKEN_AGAIN},
		{500, "{\"error\": \"server_error\"}", MX_TOKEN_AGAIN},
		{503, "{\"error\": \"invalid_grant\"}", MX_TOKEN_AGAIN},
		{0, "", MX_TOKEN_AGAIN},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *json = parse(cases[i].body);
		struct mx_answer answer = {.status = cases[i].status, .json = json};
		struct mx_tokens tokens;

		if (mx_oauth_read_tokens(&answer, &tokens) != cases[i].verdict)
			fail_msg("%ld %s", cases[i].status, cases[i].body);
		json_decref(json);
	}
}

UNIT_TEST(test_tokens_that_were_read_can_be_wiped)
{
	json_t *json = parse("{\"access_token\": \"abc\", \"refresh_token\": \"\", \"x\": 1}");
	const char *access = mx_json_text(json, "access_token");

	mx_oauth_wipe_tokens(&(struct mx_answer){.json = json});
	assert_memory_equal(access, "\0\0\0", 4);
	json_decref(json);
	mx_oauth_wipe_tokens(&(struct mx_answer){0});
}

UNIT_TEST(test_token_is_renewed_before_it_expires)
{
	assert_int_equal(mx_oauth_renewal_delay(3600000), 3540000);
	assert_int_equal(mx_oauth_renewal_delay(300000), 240000);
	assert_int_equal(mx_oauth_renewal_delay(10000), 8000);
	assert_int_equal(mx_oauth_renewal_delay(1000), 1000);
	assert_int_equal(mx_oauth_renewal_delay(1), 1000);
}
