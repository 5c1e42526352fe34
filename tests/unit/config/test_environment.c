/* Tests the values that environment variables give to the configuration. */
#include "config/config.h"
#include "tests/support/cmocka.h"
#include "tests/support/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets the variables, each as NAME=VALUE. The list ends with NULL. */
static void set(const char *const variables[])
{
	for (; *variables; variables++) {
		char name[64];
		const char *sign = strchr(*variables, '=');

		snprintf(name, sizeof(name), "%.*s", (int)(sign - *variables), *variables);
		assert_int_equal(setenv(name, sign + 1, 1), 0);
	}
}

static void unset(const char *const variables[])
{
	for (; *variables; variables++) {
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(*variables, "="), *variables);
		assert_int_equal(unsetenv(name), 0);
	}
}

UNIT_TEST(test_variables_come_before_the_file)
{
	static const char *const variables[] = {"ENGARDE_MATRIX__USER=@other:example.org",
		"ENGARDE_STORE=here.db", "ENGARDE_PREFIXES=!a,!b, !c", "ENGARDE_LANGUAGE=de",
		"ENGARDE_INVITES__FROM=listed", "ENGARDE_INVITES__SERVERS=example.com",
		"ENGARDE_MATCHES__PER_ROOM=3", "ENGARDE_BANS__LISTS=#a:example.org,!b", NULL};
	set(variables);
	struct cfg *c = settings_load_text(SETTINGS_ACCOUNT
		"store: there.db\n"
		"prefixes: [\"!x\", \"!y\"]\n"
		"invites: {servers: [example.org, example.net]}\n"
		"language: nl\n"
		"admins: {users: [\"@carol:example.com\", \"@dave:example.com\"]}\n");

	assert_string_equal(c->matrix.homeserver, "https://example.org");
	assert_string_equal(c->matrix.user, "@other:example.org");
	assert_string_equal(c->store, "here.db");
	assert_int_equal(c->prefixes_count, 3);
	assert_string_equal(c->prefixes[0], "!a");
	assert_string_equal(c->prefixes[2], "!c");
	assert_int_equal(c->language, CFG_LANGUAGE_DE);
	assert_int_equal(c->invites.from, CFG_INVITES_LISTED);
	assert_int_equal(c->invites.servers_count, 1);
	assert_string_equal(c->invites.servers[0], "example.com");
	assert_int_equal(c->matches.per_room, 3);
	assert_int_equal(c->bans.lists_count, 2);
	assert_string_equal(c->bans.lists[0], "#a:example.org");
	assert_string_equal(c->bans.lists[1], "!b");
	assert_int_equal(c->admins.users_count, 2);
	assert_string_equal(c->admins.users[1], "@dave:example.com");
	unset(variables);
	cfg_destroy(c);
}

UNIT_TEST(test_the_file_may_be_missing_or_empty)
{
	static const char *const variables[] = {"ENGARDE_MATRIX__USER=@e:example.org",
		"ENGARDE_MATRIX__HOMESERVER=https://example.org", NULL};
	struct cfg *config = NULL;
	set(variables);
	char *said = settings_load("/nonexistent/engarde.yaml", CFG_OK, &config);

	assert_string_equal(said, "");
	assert_string_equal(config->matrix.user, "@e:example.org");
	free(said);
	cfg_destroy(config);
	config = settings_load_text("matrix:\n");
	assert_string_equal(config->matrix.homeserver, "https://example.org");
	cfg_destroy(config);
	unset(variables);

	said = settings_load("/nonexistent/engarde.yaml", CFG_UNREADABLE, &config);
	settings_assert_said(said, "there is no such file");
	free(said);
}

/* A value in the file that a variable replaces is not looked at. */
UNIT_TEST(test_a_replaced_value_may_be_wrong)
{
	static const char *const variables[] = {
		"ENGARDE_MATCHES__PER_ROOM=3", "ENGARDE_ADMINS__USERS=", NULL};
	set(variables);
	struct cfg *c = settings_load_text(
		SETTINGS_ACCOUNT "matches: {per_room: many, idle_days: 2, per_room: 7}\n"
				 "admins: {users: [bob]}\n");

	assert_int_equal(c->matches.per_room, 3);
	assert_int_equal(c->matches.idle_days, 2);
	assert_int_equal(c->admins.users_count, 0);
	unset(variables);
	cfg_destroy(c);
}

struct fault {
	const char *variables[4];
	const char *message; /* the whole message, without the final newline */
};

static const struct fault faults[] = {
	{{"ENGARDE_MATRIX__USER=bob"}, "ENGARDE_MATRIX__USER (matrix.user): \"bob\" is not a whole "
				       "Matrix ID; write it as in "
				       "\"@engarde:example.org\""},
	{{"ENGARDE_STORE="}, "ENGARDE_STORE (store): has no value; give it a text, or unset it"},
	{{"ENGARDE_PREFIXES= , "},
		"ENGARDE_PREFIXES (prefixes): has too few entries; write at least 1, or unset it"},
	{{"ENGARDE_ADMINS__USERS=@a:b.org,bob"}, "ENGARDE_ADMINS__USERS (admins.users[1]): \"bob\" "
						 "is not a whole Matrix ID; write it "
						 "as in \"@somebody:example.org\""},
	{{"ENGARDE_LOG__LEVEL=loud"}, "ENGARDE_LOG__LEVEL (log.level): expected one of error, "
				      "warning, info, debug, found "
				      "\"loud\""},
	{{"ENGARDE_MATCHES__PER_ROOM=0x8"},
		"ENGARDE_MATCHES__PER_ROOM (matches.per_room): expected a whole number from 1 to "
		"100 "
		"(decimal digits only, no leading zero), found \"0x8\""},
	{{"ENGARDE_WEB__LISTEN=127.0.0.1:8010"}, "FILE: \"web.url\" is missing; set "
						 "ENGARDE_WEB__URL, or add \"url\" under \"web:\""},
	{{"ENGARDE_MATRIX__PASSWORD_FILE=a", "ENGARDE_MATRIX__ACCESS_TOKEN_FILE=b"},
		"ENGARDE_MATRIX__ACCESS_TOKEN_FILE (matrix.access_token_file): "
		"ENGARDE_MATRIX__PASSWORD_FILE and ENGARDE_MATRIX__ACCESS_TOKEN_FILE are both "
		"given; keep only the one with which the bot logs in"},
	{{"ENGARDE_MATRIX__LOGIN=oauth", "ENGARDE_MATRIX__PASSWORD_FILE=a"},
		"ENGARDE_MATRIX__LOGIN (matrix.login): oauth needs no password and no access "
		"token; remove ENGARDE_MATRIX__PASSWORD_FILE"},
	{{"ENGARDE_MATRIX__HOMESERVER=http://synapse:8008"},
		"ENGARDE_MATRIX__HOMESERVER (matrix.homeserver): \"http://synapse:8008\" would "
		"send "
		"the password unencrypted; use https:// (http:// is allowed only for 127.0.0.1, "
		"[::1] and localhost, or with \"insecure_http: true\" in a private network); its "
		"variable is ENGARDE_MATRIX__INSECURE_HTTP"},
	{{"ENGARDE_MONITORING__LISTEN=0.0.0.0:9464"},
		"ENGARDE_MONITORING__LISTEN (monitoring.listen): \"0.0.0.0:9464\" lets other "
		"machines connect; write 127.0.0.1 or [::1] with a port, as in 127.0.0.1:9464, or "
		"add ENGARDE_MONITORING__INSECURE_LISTEN=true in a private network"},
	{{"ENGARDE_INVITES__FROM=listed"},
		"ENGARDE_INVITES__FROM (invites.from): nobody is listed; add "
		"ENGARDE_INVITES__SERVERS or ENGARDE_INVITES__USERS"},
	{{"ENGARDE_INVITES__USERS=@a:b.org"},
		"ENGARDE_INVITES__USERS (invites.users): servers and users take effect only with "
		"ENGARDE_INVITES__FROM=listed; add that, or remove them"},
	{{"ENGARDE_PREFIXES=[\"!eg\"]"},
		"ENGARDE_PREFIXES (prefixes): write the items of the list without brackets and "
		"quotes, and with commas between them"},
	{{"ENGARDE_PREFIXES=[!eg, !fence]"},
		"ENGARDE_PREFIXES (prefixes): write the items of the list without brackets and "
		"quotes, and with commas between them"},
	{{"ENGARDE_INVITES__SERVERS=[example.org]", "ENGARDE_INVITES__FROM=listed"},
		"ENGARDE_INVITES__SERVERS (invites.servers): write the items of the list without "
		"brackets and quotes, and with commas between them"},
	{{"ENGARDE_PREFIXES='!eg'"}, "ENGARDE_PREFIXES (prefixes): the quotes are a part of the "
				     "value; write it without them"},
	{{"ENGARDE_MATRIX__USER=\"@e:hs.test\""},
		"ENGARDE_MATRIX__USER (matrix.user): the quotes are a part of the value; write it "
		"without them"},
	{{"ENGARDE_MATRIX__USER=@e:hs.test\n"},
		"ENGARDE_MATRIX__USER (matrix.user): the blanks or line ends after it are a part "
		"of the value; write it without them"},
	{{"ENGARDE_INVITES__MAX_ROOMS=500 "},
		"ENGARDE_INVITES__MAX_ROOMS (invites.max_rooms): the blanks or line ends after it "
		"are a part of the value; write it without them"},
	{{"ENGARDE_HOMESERVER=x"}, "ENGARDE_HOMESERVER: no key has this variable; did you mean "
				   "ENGARDE_MATRIX__HOMESERVER?"},
	{{"ENGARDE_HOMESERVR=x"}, "ENGARDE_HOMESERVR: no key has this variable; did you mean "
				  "ENGARDE_MATRIX__HOMESERVER?"},
	{{"ENGARDE_USER=x"}, "ENGARDE_USER: no key has this variable; did you mean "
			     "ENGARDE_MATRIX__USER?"},
	{{"ENGARDE_URL=x"}, "ENGARDE_URL: no key has this variable; did you mean "
			    "ENGARDE_APPLICATION_SERVICE__URL?"},
	{{"engarde_language=de"},
		"engarde_language: no key has this variable; did you mean ENGARDE_LANGUAGE?"},
	{{"ENGARDE-LANGUAGE=de"},
		"ENGARDE-LANGUAGE: no key has this variable; did you mean ENGARDE_LANGUAGE?"},
	{{"ENGARDE_PASWORD=x"}, "ENGARDE_PASWORD: no key has this variable; the variable of this "
				"secret is ENGARDE_PASSWORD"},
	{{"ENGARDE_TOKEN=x"}, "ENGARDE_TOKEN: no key has this variable; the variable of this "
			      "secret is ENGARDE_ACCESS_TOKEN"},
	{{"ENGARDE_MATRIX_USER=@a:b.org"}, "ENGARDE_MATRIX_USER: no key has this variable; did you "
					   "mean ENGARDE_MATRIX__USER?"},
	{{"ENGARDE_matrix__user=@a:b.org"}, "ENGARDE_matrix__user: no key has this variable; did "
					    "you mean ENGARDE_MATRIX__USER?"},
	{{"ENGARDE_MATRIX__HOMESERVR=x"},
		"ENGARDE_MATRIX__HOMESERVR: no key has this variable; did you mean "
		"ENGARDE_MATRIX__HOMESERVER?"},
	{{"ENGARDE_PASSWORD_FILE=x"},
		"ENGARDE_PASSWORD_FILE: no key has this variable; did you mean "
		"ENGARDE_MATRIX__PASSWORD_FILE?"},
	{{"ENGARDE_PRIVACY_NOTICE=caf\xE9"},
		"ENGARDE_PRIVACY_NOTICE (privacy_notice): is not UTF-8; write it again"},
	{{"ENGARDE_STOR=x"}, "ENGARDE_STOR: no key has this variable; did you mean ENGARDE_STORE?"},
	{{"ENGARDE_HOUSE__COLOUR=red"}, "ENGARDE_HOUSE__COLOUR: no key has this variable; unset "
					"it, or look for the right key "
					"in engarde.example.yaml"},
};

UNIT_TEST(test_a_fault_names_its_variable)
{
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		const char *path = settings_write("engarde.yaml", SETTINGS_ACCOUNT, 0644);
		const char *message = faults[i].message;
		char wanted[512];
		struct cfg *config = NULL;

		if (strncmp(message, "FILE", 4) == 0)
			snprintf(wanted, sizeof(wanted), "%s%s\n", path, message + 4);
		else
			snprintf(wanted, sizeof(wanted), "%s\n", message);
		set(faults[i].variables);
		char *said = settings_load(path, CFG_INVALID, &config);
		assert_string_equal(said, wanted);
		free(said);
		unset(faults[i].variables);
	}
}

/* The last key of the file is at its top, and behind it are the values of the environment. */
UNIT_TEST(test_a_replaced_last_key_takes_nothing_with_it)
{
	static const char *const variables[] = {"ENGARDE_MATRIX__USER=@other:example.org",
		"ENGARDE_PREFIXES=!a", "ENGARDE_STORE=here.db", NULL};
	set(variables);
	struct cfg *c =
		settings_load_text(SETTINGS_ACCOUNT "prefixes: [\"!x\"]\nstore: there.db\n");

	assert_string_equal(c->matrix.user, "@other:example.org");
	assert_string_equal(c->prefixes[0], "!a");
	assert_string_equal(c->store, "here.db");
	unset(variables);
	cfg_destroy(c);
}

/* Kubernetes sets such variables in each container if a service has the name "engarde". */
UNIT_TEST(test_variables_of_others_are_ignored)
{
	static const char *const variables[] = {"ENGARDE_PORT=tcp://10.0.0.1:8010",
		"ENGARDE_PORT_8010_TCP_ADDR=10.0.0.1", "ENGARDE_SERVICE_HOST=10.0.0.1",
		"ENGARDE_PORT_8010_TCP_PROTO=tcp", "ENGARDE_WEB_SERVICE_PORT=80",
		"ENGARDE_PASSWORD=secret", "ENGARDE=1", "ENGARDE_=1", "ENGARDE_BOT=/bin/bot",
		"engarde_port=1", NULL};
	set(variables);
	cfg_destroy(settings_load_text(SETTINGS_ACCOUNT));
	unset(variables);
}

UNIT_TEST_GROUP(settings_setup, settings_teardown)
