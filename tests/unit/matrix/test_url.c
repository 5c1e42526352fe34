/* Tests the functions for URLs and ids, and which hosts curl reaches without a proxy. */
#include "adapters/matrix/client/http.h"
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/url.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

UNIT_TEST(test_format_escapes_all_but_unreserved_characters)
{
	char *url = mx_url_format("/rooms/%/send?q=%", "!a/b?c#d%:e.-_~", "\xc3\xa9 &");

	assert_string_equal(url, "/rooms/%21a%2Fb%3Fc%23d%25%3Ae.-_~/send?q=%C3%A9%20%26");
	free(url);
	url = mx_url_format("/none");
	assert_string_equal(url, "/none");
	free(url);
}

UNIT_TEST(test_link_is_a_matrix_to_url_of_a_user_or_a_room)
{
	char url[128];

	assert_true(mx_id_link("@ann:test", "bot.test", url, sizeof(url)));
	assert_string_equal(url, "https://matrix.to/#/%40ann%3Atest");
	assert_true(mx_id_link("!opaque", "bot.test:8448", url, sizeof(url)));
	assert_string_equal(url, "https://matrix.to/#/%21opaque?via=bot.test%3A8448");
}

UNIT_TEST(test_link_to_an_event_names_its_room)
{
	char url[128];

	assert_true(mx_id_link_event("!a:b", "$c/d", "bot.test", url, sizeof(url)));
	assert_string_equal(url, "https://matrix.to/#/%21a%3Ab/%24c%2Fd?via=bot.test");
	assert_false(mx_id_link_event("@ann:test", "$c", "bot.test", url, sizeof(url)));
	assert_false(mx_id_link_event("!a:b", "c", "bot.test", url, sizeof(url)));
	assert_false(mx_id_link_event("!a:b", "$c", "bot.test", url, 8));
}

UNIT_TEST(test_link_escapes_a_hostile_id)
{
	char url[128];

	assert_true(mx_id_link("@a\"><b>/?via=&'#:x", "bot.test", url, sizeof(url)));
	assert_string_equal(url, "https://matrix.to/#/%40a%22%3E%3Cb%3E%2F%3Fvia%3D%26%27%23%3Ax");
	assert_false(mx_id_link("$event", "bot.test", url, sizeof(url)));
	assert_false(mx_id_link("ann", "bot.test", url, sizeof(url)));
	assert_false(mx_id_link("@ann:test", "bot.test", url, strlen("https://matrix.to/#/")));
}

UNIT_TEST(test_id_grammar)
{
	char longest[300];

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
	memset(longest, 'a', sizeof(longest));
	longest[0] = '@';
	longest[1] = ':';
	longest[255] = '\0';
	assert_true(mx_id_is_user(longest));
	longest[255] = 'a';
	longest[256] = '\0';
	assert_false(mx_id_is_user(longest));
	assert_string_equal(mx_id_server("@a:b.c:1"), "b.c:1");
}

UNIT_TEST(test_typed_user_id_is_read_or_refused)
{
	static const struct {
		const char *word;
		const char *sender;
		const char *user; /* NULL if the word is refused */
	} cases[] = {
		{"@bob:test", "@ann:home", "@bob:test"},
		{"@bob", "@ann:home:8448", "@bob:home:8448"},
		{"@bob:[::1]:80", "@ann:home", "@bob:[::1]:80"},
		{"@", "@ann:home", NULL},
		{"@:home", "@ann:home", NULL},
		{"@bob:", "@ann:home", NULL},
		{"bob:home", "@ann:home", NULL},
		{"@bob:ho me", "@ann:home", NULL},
		{"@bob:<b>", "@ann:home", NULL},
		{"@b\u00F6b:home", "@ann:home", NULL},
		{"@b\nb:home", "@ann:home", NULL},
	};
	char user[BOT_ID_SIZE];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		strcpy(user, "untouched");
		assert_int_equal(mx_id_read_user(cases[i].word, cases[i].sender, user),
			cases[i].user != NULL);
		assert_string_equal(user, cases[i].user ? cases[i].user : "untouched");
	}
}

UNIT_TEST(test_user_id_may_be_typed_without_its_at)
{
	static const struct {
		const char *word, *user; /* NULL if the word is refused */
	} cases[] = {
		{"bob:example.org", "@bob:example.org"},
		{"bob:home", "@bob:home"}, /* the sender's server */
		{"bob:example.org:8448", "@bob:example.org:8448"},
		{"@bob:example.org", NULL},
		{"bob", NULL},
		{"bob:", NULL},
		{":home", NULL},
		{"bob:away", NULL},
		{"5:30", NULL},
		{"Bob:example.org", NULL},
		{"https://example.org", NULL},
	};
	char user[BOT_ID_SIZE];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		strcpy(user, "untouched");
		assert_int_equal(mx_id_read_bare_user(cases[i].word, "@ann:home", user),
			cases[i].user != NULL);
		assert_string_equal(user, cases[i].user ? cases[i].user : "untouched");
	}
}

UNIT_TEST(test_typed_user_id_of_256_bytes_is_refused)
{
	char word[BOT_ID_SIZE + 1] = "@", user[BOT_ID_SIZE];

	memset(word + 1, 'a', BOT_ID_SIZE - 1);
	word[BOT_ID_SIZE - 2] = '\0';
	assert_false(mx_id_read_user(word, "@ann:t", user));
	word[BOT_ID_SIZE - 3] = '\0';
	assert_true(mx_id_read_user(word, "@ann:t", user));
	assert_int_equal(strlen(user), BOT_ID_SIZE - 1);
}

UNIT_TEST(test_plain_http_only_to_this_machine)
{
	/* `insecure` is the error if the operator permits plain HTTP to other machines. */
	static const struct {
		const char *base;
		enum mx_error error, insecure;
	} cases[] = {
		{"https://example.org", MX_OK, MX_OK},
		{"https://example.org:8448/base", MX_OK, MX_OK},
		{"http://localhost:8008", MX_OK, MX_OK},
		{"http://127.0.0.1:8008", MX_OK, MX_OK},
		{"http://127.8.8.8", MX_OK, MX_OK},
		{"http://[::1]:8008", MX_OK, MX_OK},
		{"http://example.org", MX_BAD_CONFIG, MX_OK},
		{"http://localhost.example.org", MX_BAD_CONFIG, MX_OK},
		{"http://127.0.0.1.example.org", MX_BAD_CONFIG, MX_OK},
		{"http://10.0.0.1", MX_BAD_CONFIG, MX_OK},
		{"http://synapse:8008", MX_BAD_CONFIG, MX_OK},
		{"http://127.0.0.1@example.org", MX_BAD_CONFIG, MX_BAD_CONFIG},
		{"ftp://localhost", MX_BAD_CONFIG, MX_BAD_CONFIG},
		{"file:///etc/passwd", MX_BAD_CONFIG, MX_BAD_CONFIG},
		{"nonsense", MX_BAD_CONFIG, MX_BAD_CONFIG},
		{"", MX_BAD_CONFIG, MX_BAD_CONFIG},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_http *http = NULL;

		assert_int_equal(mx_http_create(cases[i].base, false, NULL, &http), cases[i].error);
		mx_http_destroy(http);
		http = NULL;
		assert_int_equal(
			mx_http_create(cases[i].base, true, NULL, &http), cases[i].insecure);
		mx_http_destroy(http);
	}
}

UNIT_TEST(test_no_proxy_lists_this_machine_and_the_environment)
{
#define HERE "localhost,127.0.0.0/8,127.0.0.1,::1"
	static const struct {
		const char *lower, *upper, *hosts;
	} cases[] = {
		{NULL, NULL, HERE},
		{"", "", HERE},
		{"example.org", NULL, HERE ",example.org"},
		{"example.org,10.0.0.0/8", "other.org", HERE ",example.org,10.0.0.0/8"},
		{"", "other.org", HERE ",other.org"},
		{"*", NULL, "*"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *hosts;

		unsetenv("no_proxy");
		unsetenv("NO_PROXY");
		if (cases[i].lower)
			setenv("no_proxy", cases[i].lower, 1);
		if (cases[i].upper)
			setenv("NO_PROXY", cases[i].upper, 1);
		hosts = mx_url_no_proxy();
		assert_string_equal(hosts, cases[i].hosts);
		free(hosts);
	}
}

UNIT_TEST(test_server_that_somebody_typed_is_read)
{
	static const struct {
		const char *word;
		const char *origin; /* NULL if the word is no server */
	} cases[] = {
		{"evil.org", "evil.org"},
		{"EVIL.org:8448", "evil.org"},
		{"evil.org.", "evil.org"},
		{"[::1]:8448", "[::1]"},
		{"localhost", "localhost"},
		{"*.evil.org", "*.evil.org"},
		{"*.Evil.ORG:1", "*.evil.org"},
		{"*.org", NULL},
		{"*", NULL},
		{"*.*", NULL},
		{"e*.org", NULL},
		{"", NULL},
		{".evil.org", NULL},
		{":8448", NULL},
		{"evil org", NULL},
		{"evil/org", NULL},
		{"\xC3\xA9vil.org", NULL},
	};
	char origin[BOT_ID_SIZE];

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(mx_id_read_origin(cases[i].word, origin), cases[i].origin != NULL);
		if (cases[i].origin)
			assert_string_equal(origin, cases[i].origin);
	}
}
