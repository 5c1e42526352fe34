/* Tests which answers of a homeserver lack what the specification demands. */
#include "adapters/matrix/client/endpoint.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define API "/_matrix/client/v3/"

static const char *lacks(enum mx_http_method method, const char *path, const char *answer)
{
	struct mx_answer checked = {.status = 200, .json = json_loads(answer, 0, NULL)};

	mx_endpoint_check(mx_endpoint_find(method, path), &checked);
	json_decref(checked.json);
	return checked.lacks;
}

static const struct {
	enum mx_http_method method;
	const char *path, *good;
} endpoints[] = {
	{MX_HTTP_PUT, API "rooms/!a/send/m.room.message/1", "{'event_id':'$a'}"},
	{MX_HTTP_PUT, API "rooms/!a/send/m.room.message/1?user_id=b", "{'event_id':'$a'}"},
	{MX_HTTP_PUT, API "rooms/!a/state/m.room.encryption/", "{'event_id':'$a'}"},
	{MX_HTTP_POST, API "createRoom", "{'room_id':'!a:b'}"},
	{MX_HTTP_POST, API "join/!a%3Ab?via=c", "{'room_id':'!a:b'}"},
	{MX_HTTP_POST, "/_matrix/media/v3/upload?filename=a", "{'content_uri':'mxc://a/b'}"},
	{MX_HTTP_GET, API "sync?timeout=0&filter=1", "{'next_batch':'s1'}"},
	{MX_HTTP_POST, API "user/@a:b/filter", "{'filter_id':'1'}"},
	{MX_HTTP_GET, API "rooms/!a/messages?dir=f", "{'chunk':[]}"},
	{MX_HTTP_GET, API "rooms/!a/members?not_membership=leave", "{'chunk':[]}"},
	{MX_HTTP_GET, API "rooms/!a/joined_members", "{'joined':{}}"},
	{MX_HTTP_GET, API "rooms/!a/state", "[]"},
	{MX_HTTP_GET, API "rooms/!a/state/m.room.member/@a:b", "{'membership':'join'}"},
	{MX_HTTP_POST, API "login", "{'user_id':'@a:b','access_token':'t','device_id':'D'}"},
	{MX_HTTP_GET, API "account/whoami", "{'user_id':'@a:b'}"},
	{MX_HTTP_POST, API "register", "{'user_id':'@a:b'}"},
	{MX_HTTP_POST, API "keys/upload", "{'one_time_key_counts':{}}"},
	{MX_HTTP_POST, API "keys/claim", "{'one_time_keys':{}}"},
};

/* Replaces the single quotes, with which JSON is easier to read in C. */
static char *quote(const char *text, char quoted[128])
{
	strcpy(quoted, text);
	for (char *at = quoted; *at; at++)
		if (*at == '\'')
			*at = '"';
	return quoted;
}

UNIT_TEST(test_each_endpoint_demands_its_fields)
{
	char good[128];

	for (size_t i = 0; i < sizeof(endpoints) / sizeof(*endpoints); i++) {
		assert_null(lacks(
			endpoints[i].method, endpoints[i].path, quote(endpoints[i].good, good)));
		assert_non_null(lacks(endpoints[i].method, endpoints[i].path, "{}"));
	}
}

UNIT_TEST(test_value_must_be_of_its_kind)
{
	assert_string_equal(lacks(MX_HTTP_POST, API "createRoom", "{\"room_id\":7}"), "room_id");
	assert_string_equal(
		lacks(MX_HTTP_POST, API "createRoom", "{\"room_id\":\"a\"}"), "room_id");
	assert_string_equal(
		lacks(MX_HTTP_PUT, API "rooms/!a/send/b/1", "{\"event_id\":\"\"}"), "event_id");
	assert_string_equal(
		lacks(MX_HTTP_POST, "/_matrix/media/v3/upload", "{\"content_uri\":\"http:\"}"),
		"content_uri");
	assert_string_equal(
		lacks(MX_HTTP_POST, API "user/a/filter", "{\"filter_id\":\"{\"}"), "filter_id");
	assert_string_equal(
		lacks(MX_HTTP_POST, API "login", "{\"user_id\":\"@a:b\",\"access_token\":\"t\"}"),
		"device_id");
}

UNIT_TEST(test_other_answers_may_be_empty)
{
	assert_null(lacks(MX_HTTP_POST, API "rooms/!a/leave", "{}"));
	assert_null(lacks(MX_HTTP_PUT, API "user/@a:b/account_data/m.direct", "{}"));
	assert_null(lacks(MX_HTTP_GET, API "user/@a:b/account_data/m.direct", "{}"));
	assert_null(lacks(MX_HTTP_POST, API "rooms/!a/receipt/m.read.private/$b", "{}"));
	assert_null(lacks(MX_HTTP_GET, API "profile/@a:b", "{}"));
	assert_null(lacks(MX_HTTP_POST, API "keys/query", "{}"));
}

UNIT_TEST(test_answer_that_is_no_success_demands_nothing)
{
	struct mx_answer answer = {.status = 403, .json = json_object()};

	mx_endpoint_check(mx_endpoint_find(MX_HTTP_POST, API "createRoom"), &answer);
	assert_null(answer.lacks);
	json_decref(answer.json);
}
