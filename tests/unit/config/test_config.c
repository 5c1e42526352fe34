#include "config/config.h"
#include "tests/support/cmocka.h"
#include "tests/support/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

UNIT_TEST(test_defaults_equal_a_file_with_only_the_account)
{
	struct cfg *read = settings_load_text(SETTINGS_ACCOUNT);
	struct cfg *made = cfg_defaults();

	assert_string_equal(made->store, read->store);
	assert_string_equal(made->folder, "/var/lib/engarde");
	assert_string_equal(made->matrix.device_name, read->matrix.device_name);
	assert_int_equal(made->prefixes_count, 2);
	assert_int_equal(read->prefixes_count, 2);
	assert_string_equal(made->prefixes[0], "!engarde");
	assert_string_equal(made->prefixes[1], "!eg");
	assert_int_equal(made->language, CFG_LANGUAGE_EN);
	assert_int_equal(read->language, CFG_LANGUAGE_EN);
	assert_int_equal(made->invites.from, CFG_INVITES_ANYONE);
	assert_int_equal(made->invites.max_rooms, 500);
	assert_int_equal(made->invites.inviter_share, 5);
	assert_int_equal(made->invites.server_share, 25);
	assert_int_equal(made->invites.leave_idle_days, 90);
	assert_int_equal(made->admins.users_count, 0);
	assert_int_equal(made->matches.per_room, 8);
	assert_int_equal(made->matches.challenge_expires_h, 24);
	assert_int_equal(made->matches.idle_days, 30);
	assert_int_equal(made->limits.sender_per_minute, 30);
	assert_int_equal(made->limits.room_per_minute, 60);
	assert_int_equal(made->limits.newcomers_of_server, 100);
	assert_int_equal(made->limits.newcomers_per_minute, 300);
	assert_int_equal(made->limits.newcomers_waiting, 20);
	assert_int_equal(made->encryption.private_rooms, CFG_PRIVATE_ENCRYPTED);
	assert_int_equal(made->encryption.devices, CFG_DEVICES_SIGNED);
	assert_int_equal(made->encryption.verifiers_count, 0);
	assert_int_equal(made->log.level, CFG_LOG_INFO);
	assert_int_equal(made->log.format, CFG_LOG_LOGFMT);
	assert_null(made->monitoring.listen);
	assert_null(made->web.listen);
	assert_null(made->web.url);
	assert_null(made->matrix.homeserver);
	assert_null(read->matrix.password_file);
	cfg_destroy(made);
	cfg_destroy(read);
	cfg_destroy(NULL);
}

UNIT_TEST(test_every_key_is_read)
{
	struct cfg *c = settings_load_text(
		"matrix:\n"
		"  homeserver: http://[::1]:8008\n"
		"  user: \"@e:example.org:8448\"\n"
		"  device_name: The bot\n"
		"  access_token_file: token\n"
		"store: here.db\n"
		"prefixes: [\"!a\", \"b:\"]\n"
		"language: nl\n"
		"invites:\n"
		"  from: listed\n"
		"  servers: [example.org, \"[::1]:8448\"]\n"
		"  users: [\"@alice:example.com\"]\n"
		"  max_rooms: 1\n"
		"  inviter_share: 100\n"
		"  server_share: 1\n"
		"  leave_idle_days: 0\n"
		"admins: {users: [\"@carol:example.com\", \"@dave:example.com\"]}\n"
		"matches: {per_room: 100, challenge_expires_hours: 720, idle_days: 365}\n"
		"limits:\n"
		"  sender_per_minute: 0\n"
		"  room_per_minute: 10000\n"
		"  newcomers_of_server_per_minute: 1\n"
		"  newcomers_per_minute: 2\n"
		"  newcomers_waiting: 3\n"
		"encryption:\n"
		"  private_rooms: plain\n"
		"  devices: all\n"
		"  verifiers: [\"@alice:example.com\"]\n"
		"  recovery_key_file: here.key\n"
		"log: {level: debug, format: json}\n"
		"monitoring: {listen: \"[::1]:0\"}\n"
		"web: {listen: \"127.0.0.1:8010\", url: https://example.org/engarde}\n");
	struct cfg *service =
		settings_load_text(SETTINGS_ACCOUNT "application_service:\n"
						    "  registration_file: registration.yaml\n"
						    "  listen: \"[::]:1\"\n"
						    "  url: https://engarde.example.org/as\n");

	assert_string_equal(c->matrix.homeserver, "http://[::1]:8008");
	assert_string_equal(c->matrix.user, "@e:example.org:8448");
	assert_string_equal(c->matrix.device_name, "The bot");
	assert_null(c->matrix.password_file);
	assert_string_equal(c->matrix.access_token_file, "token");
	assert_null(c->service.registration_file);
	assert_string_equal(service->service.registration_file, "registration.yaml");
	assert_string_equal(service->service.listen, "[::]:1");
	assert_string_equal(service->service.url, "https://engarde.example.org/as");
	cfg_destroy(service);
	assert_string_equal(c->store, "here.db");
	assert_int_equal(c->prefixes_count, 2);
	assert_string_equal(c->prefixes[1], "b:");
	assert_int_equal(c->language, CFG_LANGUAGE_NL);
	assert_int_equal(c->invites.from, CFG_INVITES_LISTED);
	assert_int_equal(c->invites.servers_count, 2);
	assert_string_equal(c->invites.servers[0], "example.org");
	assert_int_equal(c->invites.users_count, 1);
	assert_string_equal(c->invites.users[0], "@alice:example.com");
	assert_int_equal(c->invites.max_rooms, 1);
	assert_int_equal(c->invites.inviter_share, 100);
	assert_int_equal(c->invites.server_share, 1);
	assert_int_equal(c->invites.leave_idle_days, 0);
	assert_int_equal(c->admins.users_count, 2);
	assert_string_equal(c->admins.users[1], "@dave:example.com");
	assert_int_equal(c->matches.per_room, 100);
	assert_int_equal(c->limits.sender_per_minute, 0);
	assert_int_equal(c->limits.room_per_minute, 10000);
	assert_int_equal(c->limits.newcomers_of_server, 1);
	assert_int_equal(c->limits.newcomers_per_minute, 2);
	assert_int_equal(c->limits.newcomers_waiting, 3);
	assert_int_equal(c->matches.challenge_expires_h, 720);
	assert_int_equal(c->matches.idle_days, 365);
	assert_int_equal(c->encryption.private_rooms, CFG_PRIVATE_PLAIN);
	assert_int_equal(c->encryption.devices, CFG_DEVICES_ALL);
	assert_int_equal(c->encryption.verifiers_count, 1);
	assert_string_equal(c->encryption.verifiers[0], "@alice:example.com");
	assert_string_equal(c->encryption.recovery_key_file, "here.key");
	assert_int_equal(c->log.level, CFG_LOG_DEBUG);
	assert_int_equal(c->log.format, CFG_LOG_JSON);
	assert_string_equal(c->monitoring.listen, "[::1]:0");
	assert_string_equal(c->web.listen, "127.0.0.1:8010");
	assert_string_equal(c->web.url, "https://example.org/engarde/");
	assert_int_equal(c->web.insecure_listen, CFG_FORBIDDEN);
	cfg_destroy(c);
}

UNIT_TEST(test_local_homeserver_may_use_plain_http)
{
	static const char *const urls[] = {"http://localhost:8008", "http://127.0.0.1:8008",
		"http://127.9.8.7", "http://[::1]", "HTTP://LOCALHOST"};

	for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
		char text[200];
		snprintf(text, sizeof(text),
			"matrix:\n  homeserver: %s\n  user: \"@e:localhost\"\n", urls[i]);
		struct cfg *config = settings_load_text(text);
		assert_string_equal(config->matrix.homeserver, urls[i]);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_other_machines_by_permission)
{
	struct cfg *config = settings_load_text(
		"matrix: {homeserver: \"http://synapse:8008\", insecure_http: true, "
		"user: \"@e:localhost\"}\n"
		"monitoring: {listen: \"0.0.0.0:9464\", insecure_listen: true}\n"
		"web: {listen: \"0.0.0.0:8010\", url: https://example.org, "
		"insecure_listen: true}\n");

	assert_string_equal(config->matrix.homeserver, "http://synapse:8008");
	assert_int_equal(config->matrix.insecure_http, CFG_PERMITTED);
	assert_string_equal(config->monitoring.listen, "0.0.0.0:9464");
	assert_int_equal(config->monitoring.insecure_listen, CFG_PERMITTED);
	assert_string_equal(config->web.listen, "0.0.0.0:8010");
	cfg_destroy(config);
}

UNIT_TEST(test_homeserver_loses_its_final_slash)
{
	struct cfg *config = settings_load_text(SETTINGS_ACCOUNT);
	assert_string_equal(config->matrix.homeserver, "https://example.org");
	cfg_destroy(config);
}

UNIT_TEST(test_page_ends_with_one_slash)
{
	static const char *const urls[][2] = {
		{"https://example.org", "https://example.org/"},
		{"https://example.org///", "https://example.org/"},
		{"https://example.org:8443/en/garde/", "https://example.org:8443/en/garde/"},
		{"http://127.0.0.1:8010", "http://127.0.0.1:8010/"},
		{"http://[::1]:8010/", "http://[::1]:8010/"},
		{"http://localhost/x", "http://localhost/x/"},
	};

	for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
		char text[300];
		snprintf(text, sizeof(text),
			SETTINGS_ACCOUNT "web: {listen: \"[::1]:0\", url: \"%s\"}\n", urls[i][0]);
		struct cfg *config = settings_load_text(text);
		assert_string_equal(config->web.url, urls[i][1]);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_byte_order_mark_and_crlf_change_nothing)
{
	struct cfg *config = settings_load_text("\xEF\xBB\xBFmatrix:\r\n"
						"  homeserver: https://example.org\r\n"
						"  user: \"@engarde:example.org\" # caf\xC3\xA9\r\n"
						"log: {level: debug}\r\n");

	assert_string_equal(config->matrix.homeserver, "https://example.org");
	assert_int_equal(config->log.level, CFG_LOG_DEBUG);
	cfg_destroy(config);
}

/*
 * Writes a configuration whose next lines are `count` times `line`. Returns its path, which is
 * valid until the next call.
 */
static const char *write_many(const char *line, unsigned count)
{
	const char *path = settings_write("engarde.yaml", SETTINGS_ACCOUNT, 0644);
	FILE *file = fopen(path, "a");

	assert_non_null(file);
	fputs("invites:\n  from: listed\n  servers:\n", file);
	for (unsigned i = 0; i < count; i++)
		fputs(line, file);
	assert_int_equal(fclose(file), 0);
	return path;
}

UNIT_TEST(test_longest_list_is_read)
{
	struct cfg *config = NULL;
	char *said = settings_load(write_many("  - example.org\n", 10000), CFG_OK, &config);

	assert_string_equal(said, "");
	assert_int_equal(config->invites.servers_count, 10000);
	assert_string_equal(config->invites.servers[9999], "example.org");
	free(said);
	cfg_destroy(config);
}

UNIT_TEST(test_endless_lists_and_faults_have_short_messages)
{
	static const struct {
		const char *line;
		unsigned count;
		const char *said;
	} cases[] = {
		{"  - example.org\n", 10001,
			"has 10001 entries, but at most 10000 are allowed; remove some\n"},
		{"  - example.org\n", 40000, ":32769:5: the file has too many keys and items; "},
		{"  - \"@\"\n", 10000, "and 9980 more; correct those above first\n"},
		{"  secret_of_the_bot: 1\n", 30000, "and 29981 more; correct those above first\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cfg *config = NULL;
		char *said = settings_load(
			write_many(cases[i].line, cases[i].count), CFG_INVALID, &config);

		settings_assert_said(said, cases[i].said);
		assert_true(strlen(said) < 8192);
		free(said);
	}
}

UNIT_TEST(test_encryption_in_a_build_without_it_is_a_fault)
{
	const char *path = settings_write(
		"engarde.yaml", SETTINGS_ACCOUNT "encryption:\n  private_rooms: plain\n", 0644);
	struct cfg *config = NULL;
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);

	assert_non_null(errors);
	assert_int_equal(cfg_load(path, false, errors, &config), CFG_INVALID);
	fclose(errors);
	assert_null(config);
	settings_assert_said(said, ":5:3: encryption: this bot was built without encryption; ");
	free(said);

	path = settings_write("engarde.yaml", SETTINGS_ACCOUNT, 0644);
	assert_int_equal(cfg_load(path, false, stderr, &config), CFG_OK);
	cfg_destroy(config);
}

UNIT_TEST(test_unreadable_files_give_a_message)
{
	struct cfg *config = NULL;
	char *said = settings_load("/nowhere/engarde.yaml", CFG_UNREADABLE, &config);
	assert_string_equal(said, "/nowhere/engarde.yaml: there is no such file; "
				  "engarde-bot setup writes it, or --config names another file\n");
	free(said);
	said = settings_load(settings_folder, CFG_UNREADABLE, &config);
	settings_assert_said(said, "is a folder; name the file in it");
	free(said);
	said = settings_load("/dev/zero", CFG_INVALID, &config);
	settings_assert_said(said, "is too long to be a configuration");
	free(said);
	assert_null(config);
}

static char changed[512];

static void note_fixed(void *self, const char *path)
{
	assert_ptr_equal(self, changed);
	strcat(strcat(changed, path), " ");
}

UNIT_TEST(test_reload_changes_live_keys_and_names_the_others)
{
	struct cfg *c =
		settings_load_text("matrix: {homeserver: https://a.org, user: \"@a:a.org\"}\n");
	struct cfg *fresh = settings_load_text("matrix:\n"
					       "  homeserver: https://b.org\n"
					       "  user: \"@a:a.org\"\n"
					       "  password_file: /p\n"
					       "store: there.db\n"
					       "prefixes: [\"!engarde\"]\n"
					       "language: nl\n"
					       "invites: {from: listed, users: [\"@u:a.org\"]}\n"
					       "admins: {users: [\"@h:a.org\"]}\n"
					       "matches: {per_room: 3}\n"
					       "limits: {sender_per_minute: 7}\n"
					       "log: {level: error, format: json}\n"
					       "monitoring: {listen: \"127.0.0.1:1\"}\n"
					       "web: {listen: \"127.0.0.1:2\", "
					       "url: https://a.org/}\n");

	cfg_reload(c, fresh, note_fixed, changed);
	cfg_destroy(fresh);
	assert_string_equal(changed,
		"matrix.homeserver matrix.password_file store prefixes monitoring.listen "
		"web.listen web.url ");
	assert_null(c->web.url);
	assert_string_equal(c->matrix.homeserver, "https://a.org");
	assert_null(c->matrix.password_file);
	assert_int_equal(c->prefixes_count, 2);
	assert_int_equal(c->language, CFG_LANGUAGE_NL);
	assert_int_equal(c->invites.from, CFG_INVITES_LISTED);
	assert_string_equal(c->invites.users[0], "@u:a.org");
	assert_int_equal(c->admins.users_count, 1);
	assert_string_equal(c->admins.users[0], "@h:a.org");
	assert_int_equal(c->matches.per_room, 3);
	assert_int_equal(c->limits.sender_per_minute, 7);
	assert_int_equal(c->log.level, CFG_LOG_ERROR);
	assert_int_equal(c->log.format, CFG_LOG_JSON);
	cfg_destroy(c);
}

UNIT_TEST(test_reload_of_the_same_file_names_nothing)
{
	static const char text[] = "matrix: {homeserver: https://a.org, user: \"@a:a.org\"}\n"
				   "prefixes: [\"!a\", \"!b\"]\n";
	struct cfg *c = settings_load_text(text), *fresh = settings_load_text(text);

	changed[0] = '\0';
	cfg_reload(c, fresh, note_fixed, changed);
	assert_string_equal(changed, "");
	cfg_destroy(fresh);
	cfg_destroy(c);
}

UNIT_TEST(test_a_file_must_have_a_certificate)
{
	assert_null(cfg_ca_file_fault(settings_write("ca.pem",
		"my authority\n-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n",
		0644)));
	settings_assert_said(
		cfg_ca_file_fault(settings_write("ca.pem", "", 0644)), "in PEM format");
	settings_assert_said(cfg_ca_file_fault("/nonexistent/ca.pem"), "can't be opened");
	settings_assert_said(cfg_ca_file_fault("/dev/null"), "is not a file");
}

UNIT_TEST(test_the_key_is_read)
{
	struct cfg *config = settings_load_text(SETTINGS_ACCOUNT "  ca_file: /etc/ca.pem\n");

	assert_string_equal(config->matrix.ca_file, "/etc/ca.pem");
	cfg_destroy(config);
}

UNIT_TEST_GROUP(settings_setup, settings_teardown)
