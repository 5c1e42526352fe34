#include "config/config.h"
#include "config/schema.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* Where the data are: see tests/CMakeLists.txt. */
#define INVALID TEST_DATA "/config/invalid"

static char folder[] = "/tmp/engarde-config-XXXXXX";

/* A file in the test's own folder; the path lives until the next call. */
static const char *write_file(const char *name, const char *text, mode_t mode)
{
	static char path[128];
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	remove(path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
	return path;
}

/* Loads and returns what was said, which the caller frees. */
static char *load(const char *path, enum cfg_error wanted, struct cfg **config)
{
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);
	assert_non_null(errors);
	assert_int_equal(cfg_load(path, errors, config), wanted);
	fclose(errors);
	return said;
}

static struct cfg *load_text(const char *text)
{
	struct cfg *config = NULL;
	char *said = load(write_file("engarde.yaml", text, 0644), CFG_OK, &config);
	assert_string_equal(said, "");
	free(said);
	return config;
}

static char *secrets_fail(const struct cfg *config)
{
	struct cfg_secrets secrets;
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);
	assert_non_null(errors);
	assert_int_equal(cfg_secrets_init(&secrets, config, errors), CFG_NO_SECRET);
	fclose(errors);
	return said;
}

static void assert_contains(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" doesn't say \"%s\"", text, part);
}

#define ACCOUNT "matrix:\n  homeserver: https://example.org/\n  user: \"@engarde:example.org\"\n"

static void test_defaults_are_those_of_a_file_with_the_account_alone(void **state)
{
	(void)state;
	struct cfg *read = load_text(ACCOUNT);
	struct cfg *made = NULL;
	assert_int_equal(cfg_defaults(&made), CFG_OK);

	assert_string_equal(made->store, read->store);
	assert_string_equal(made->matrix.device_name, read->matrix.device_name);
	assert_int_equal(made->prefixes_count, 2);
	assert_int_equal(read->prefixes_count, 2);
	assert_string_equal(made->prefixes[0], "!engarde");
	assert_string_equal(made->prefixes[1], "!eg");
	assert_int_equal(made->language, CFG_LANGUAGE_EN);
	assert_int_equal(read->language, CFG_LANGUAGE_EN);
	assert_int_equal(made->invites.from, CFG_INVITES_ANYONE);
	assert_int_equal(made->invites.max_rooms, 500);
	assert_int_equal(made->matches.per_room, 8);
	assert_int_equal(made->matches.challenge_expires_h, 24);
	assert_int_equal(made->limits.sender_per_minute, 30);
	assert_int_equal(made->limits.room_per_minute, 60);
	assert_int_equal(made->encryption.private_rooms, CFG_PRIVATE_ENCRYPTED);
	assert_int_equal(made->encryption.devices, CFG_DEVICES_SIGNED);
	assert_int_equal(made->encryption.verifiers_count, 0);
	assert_int_equal(made->log.level, CFG_LOG_INFO);
	assert_int_equal(made->log.format, CFG_LOG_LOGFMT);
	assert_null(made->monitoring.listen);
	assert_null(made->matrix.homeserver);
	assert_null(read->matrix.password_file);
	cfg_destroy(made);
	cfg_destroy(read);
	cfg_destroy(NULL);
}

static void test_every_key_is_read(void **state)
{
	(void)state;
	struct cfg *c = load_text("matrix:\n"
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
				  "matches: {per_room: 100, challenge_expires_hours: 720}\n"
				  "limits: {sender_per_minute: 0, room_per_minute: 10000}\n"
				  "encryption:\n"
				  "  private_rooms: plain\n"
				  "  devices: all\n"
				  "  verifiers: [\"@alice:example.com\"]\n"
				  "log: {level: debug, format: json}\n"
				  "monitoring: {listen: \"[::1]:0\"}\n");
	struct cfg *service = load_text(ACCOUNT "application_service:\n"
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
	assert_int_equal(c->matches.per_room, 100);
	assert_int_equal(c->limits.sender_per_minute, 0);
	assert_int_equal(c->limits.room_per_minute, 10000);
	assert_int_equal(c->matches.challenge_expires_h, 720);
	assert_int_equal(c->encryption.private_rooms, CFG_PRIVATE_PLAIN);
	assert_int_equal(c->encryption.devices, CFG_DEVICES_ALL);
	assert_int_equal(c->encryption.verifiers_count, 1);
	assert_string_equal(c->encryption.verifiers[0], "@alice:example.com");
	assert_int_equal(c->log.level, CFG_LOG_DEBUG);
	assert_int_equal(c->log.format, CFG_LOG_JSON);
	assert_string_equal(c->monitoring.listen, "[::1]:0");
	cfg_destroy(c);
}

static void test_homeserver_of_this_machine_may_be_plain_http(void **state)
{
	(void)state;
	static const char *const urls[] = {"http://localhost:8008", "http://127.0.0.1:8008",
		"http://127.9.8.7", "http://[::1]", "HTTP://LOCALHOST"};

	for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
		char text[200];
		snprintf(text, sizeof(text),
			"matrix:\n  homeserver: %s\n  user: \"@e:localhost\"\n", urls[i]);
		struct cfg *config = load_text(text);
		assert_string_equal(config->matrix.homeserver, urls[i]);
		cfg_destroy(config);
	}
}

static void test_homeserver_loses_its_final_slash(void **state)
{
	(void)state;
	struct cfg *config = load_text(ACCOUNT);
	assert_string_equal(config->matrix.homeserver, "https://example.org");
	cfg_destroy(config);
}

/* The lines `#! …` at the head of a faulty file are what must be said of it, and no more. */
static void assert_said_as_expected(const char *name)
{
	char path[512];
	char line[512];
	char wanted[4096] = "";
	struct cfg *config = NULL;

	snprintf(path, sizeof(path), "%s/%s", INVALID, name);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file) && !strncmp(line, "#! ", 3)) {
		size_t length = strlen(wanted);
		snprintf(wanted + length, sizeof(wanted) - length, "%s:%s", path, line + 3);
	}
	fclose(file);
	assert_string_not_equal(wanted, "");

	char *said = load(path, CFG_INVALID, &config);
	assert_null(config);
	assert_string_equal(said, wanted);
	free(said);
}

static void test_every_fault_is_said_with_its_line_and_what_to_do(void **state)
{
	(void)state;
	DIR *invalid = opendir(INVALID);
	struct dirent *entry;
	int files = 0;

	assert_non_null(invalid);
	while ((entry = readdir(invalid))) {
		if (entry->d_name[0] == '.')
			continue;
		assert_said_as_expected(entry->d_name);
		files++;
	}
	closedir(invalid);
	assert_true(files >= 50);
}

static void test_file_that_is_not_there_is_said(void **state)
{
	(void)state;
	struct cfg *config = NULL;
	char *said = load("/nowhere/engarde.yaml", CFG_UNREADABLE, &config);
	assert_string_equal(said, "/nowhere/engarde.yaml: there is no such file; copy "
				  "engarde.example.yaml there, or name another with --config\n");
	free(said);
	said = load(folder, CFG_UNREADABLE, &config);
	assert_contains(said, "can't be read");
	free(said);
	said = load("/dev/zero", CFG_INVALID, &config);
	assert_contains(said, "is too long to be a configuration");
	free(said);
	assert_null(config);
}

static char *read_example(void)
{
	static char text[32768];
	FILE *file = fopen(TEST_EXAMPLE, "r");
	assert_non_null(file);
	size_t size = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	assert_true(size > 0 && size < sizeof(text) - 1);
	text[size] = '\0';
	return text;
}

static void assert_documented(const char *example, const char *key)
{
	char head[2][64];
	snprintf(head[0], sizeof(head[0]), "%s:", key);
	snprintf(head[1], sizeof(head[1]), "#%s:", key);
	for (const char *line = example; *line;) {
		const char *word = line + strspn(line, " ");
		if (!strncmp(word, head[0], strlen(head[0])) ||
			!strncmp(word, head[1], strlen(head[1])))
			return;
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	fail_msg("the example doesn't name the key %s", key);
}

static char changed[512];

static void note_fixed(void *self, const char *path)
{
	assert_ptr_equal(self, changed);
	strcat(strcat(changed, path), " ");
}

static void test_reload_takes_over_what_may_change_and_names_the_rest(void **state)
{
	(void)state;
	struct cfg *c = load_text("matrix: {homeserver: https://a.org, user: \"@a:a.org\"}\n");
	struct cfg *fresh = load_text("matrix:\n"
				      "  homeserver: https://b.org\n"
				      "  user: \"@a:a.org\"\n"
				      "  password_file: /p\n"
				      "store: there.db\n"
				      "prefixes: [\"!engarde\"]\n"
				      "language: nl\n"
				      "invites: {from: listed, users: [\"@u:a.org\"]}\n"
				      "matches: {per_room: 3}\n"
				      "limits: {sender_per_minute: 7}\n"
				      "log: {level: error, format: json}\n"
				      "monitoring: {listen: \"127.0.0.1:1\"}\n");

	cfg_reload(c, fresh, note_fixed, changed);
	cfg_destroy(fresh);
	assert_string_equal(changed,
		"matrix.homeserver matrix.password_file store prefixes monitoring.listen ");
	assert_string_equal(c->matrix.homeserver, "https://a.org");
	assert_null(c->matrix.password_file);
	assert_int_equal(c->prefixes_count, 2);
	assert_int_equal(c->language, CFG_LANGUAGE_NL);
	assert_int_equal(c->invites.from, CFG_INVITES_LISTED);
	assert_string_equal(c->invites.users[0], "@u:a.org");
	assert_int_equal(c->matches.per_room, 3);
	assert_int_equal(c->limits.sender_per_minute, 7);
	assert_int_equal(c->log.level, CFG_LOG_ERROR);
	assert_int_equal(c->log.format, CFG_LOG_JSON);
	cfg_destroy(c);
}

static void test_reload_of_the_same_names_nothing(void **state)
{
	(void)state;
	static const char text[] = "matrix: {homeserver: https://a.org, user: \"@a:a.org\"}\n"
				   "prefixes: [\"!a\", \"!b\"]\n";
	struct cfg *c = load_text(text), *fresh = load_text(text);

	changed[0] = '\0';
	cfg_reload(c, fresh, note_fixed, changed);
	assert_string_equal(changed, "");
	cfg_destroy(fresh);
	cfg_destroy(c);
}

static void test_example_names_every_key(void **state)
{
	(void)state;
	const char *example = read_example();
	int keys = 0;

	for (const cyaml_schema_field_t *top = cfg_schema.mapping.fields; top->key; top++) {
		assert_documented(example, top->key);
		keys++;
		if (top->value.type != CYAML_MAPPING)
			continue;
		const cyaml_schema_field_t *field = top->value.mapping.fields;
		for (; field->key; field++) {
			assert_documented(example, field->key);
			keys++;
		}
	}
	assert_true(keys > 15);
}

/* What is commented out in the example is what holds without it. */
static void test_example_shows_the_defaults(void **state)
{
	(void)state;
	static const char *const no_default[] = {"#access_token_file", "#application_service",
		"#registration_file", "#listen: 127.0.0.1:8009", "#url"};
	char *example = read_example();
	for (char *at = example; (at = strchr(at, '#')); at++) {
		bool is_shown = at[1] >= 'a' && at[1] <= 'z';
		for (size_t i = 0; i < sizeof(no_default) / sizeof(*no_default); i++)
			if (!strncmp(at, no_default[i], strlen(no_default[i])))
				is_shown = false;
		if (is_shown)
			memmove(at, at + 1, strlen(at));
	}
	struct cfg *shown = load_text(example);
	struct cfg *made = NULL;
	assert_int_equal(cfg_defaults(&made), CFG_OK);

	assert_string_equal(shown->store, made->store);
	assert_string_equal(shown->matrix.device_name, made->matrix.device_name);
	assert_int_equal(shown->prefixes_count, made->prefixes_count);
	for (unsigned i = 0; i < made->prefixes_count; i++)
		assert_string_equal(shown->prefixes[i], made->prefixes[i]);
	assert_int_equal(shown->invites.from, made->invites.from);
	assert_int_equal(shown->invites.servers_count, 0);
	assert_int_equal(shown->invites.users_count, 0);
	assert_int_equal(shown->invites.max_rooms, made->invites.max_rooms);
	assert_memory_equal(&shown->matches, &made->matches, sizeof(made->matches));
	assert_int_equal(shown->log.level, made->log.level);
	assert_int_equal(shown->log.format, made->log.format);
	cfg_destroy(shown);
	cfg_destroy(made);
}

static struct cfg *with_password_file(const char *path)
{
	char text[256];
	snprintf(text, sizeof(text), ACCOUNT "  password_file: %s\n", path);
	return load_text(text);
}

static void test_secret_is_read_from_its_file_without_the_newline(void **state)
{
	(void)state;
	static const char *const texts[] = {"sesame", "sesame\n", "sesame\r\n"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cfg_secrets secrets;
		struct cfg *config = with_password_file(write_file("password", texts[i], 0600));
		assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
		assert_string_equal(secrets.password, "sesame");
		assert_null(secrets.access_token);
		cfg_secrets_finish(&secrets);
		assert_null(secrets.password);
		cfg_destroy(config);
	}
}

static void test_secret_keeps_its_spaces(void **state)
{
	(void)state;
	struct cfg_secrets secrets;
	struct cfg *config = with_password_file(write_file("password", " open sesame \n", 0640));
	assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
	assert_string_equal(secrets.password, " open sesame ");
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
}

static void test_credential_goes_before_the_file_of_its_name(void **state)
{
	(void)state;
	struct cfg_secrets secrets;
	struct cfg *config = with_password_file("/nowhere/password");
	write_file("password", "of systemd\n", 0400);
	setenv("CREDENTIALS_DIRECTORY", folder, 1);
	assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
	unsetenv("CREDENTIALS_DIRECTORY");
	assert_string_equal(secrets.password, "of systemd");
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
}

static void test_credential_that_stands_for_none_leaves_the_file(void **state)
{
	(void)state;
	struct cfg_secrets secrets;
	const char *const folders[] = {folder, "/nowhere", ""};
	char inner[64], named[96];
	snprintf(inner, sizeof(inner), "%s/inner", folder);
	snprintf(named, sizeof(named), "%s/password", inner);
	assert_int_equal(mkdir(inner, 0700), 0);
	write_file("inner/password", "sesame\n", 0600);
	write_file("password", "\n", 0400);

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		struct cfg *config = with_password_file(named);
		setenv("CREDENTIALS_DIRECTORY", folders[i], 1);
		assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
		assert_string_equal(secrets.password, "sesame");
		cfg_secrets_finish(&secrets);
		cfg_destroy(config);
	}
	unsetenv("CREDENTIALS_DIRECTORY");
	assert_int_equal(remove(named), 0);
	assert_int_equal(remove(inner), 0);
}

static void test_secret_of_the_environment_goes_before_the_file(void **state)
{
	(void)state;
	struct cfg_secrets secrets;
	struct cfg *config = with_password_file("/nowhere");
	setenv("ENGARDE_ACCESS_TOKEN", "token", 1);
	assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
	unsetenv("ENGARDE_ACCESS_TOKEN");
	assert_string_equal(secrets.access_token, "token");
	assert_null(secrets.password);
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
}

static void test_secrets_of_both_kinds_in_the_environment_are_refused(void **state)
{
	(void)state;
	struct cfg *config = load_text(ACCOUNT);
	setenv("ENGARDE_ACCESS_TOKEN", "token", 1);
	setenv("ENGARDE_PASSWORD", "sesame", 1);
	char *said = secrets_fail(config);
	unsetenv("ENGARDE_ACCESS_TOKEN");
	unsetenv("ENGARDE_PASSWORD");
	assert_contains(said, "both set; unset one");
	assert_null(strstr(said, "sesame"));
	free(said);
	cfg_destroy(config);
}

static void test_no_secret_is_said(void **state)
{
	(void)state;
	struct cfg *config = load_text(ACCOUNT);
	char *said = secrets_fail(config);
	assert_contains(said, "neither a password nor an access token is given");
	assert_contains(said, "matrix.password_file");
	assert_contains(said, "ENGARDE_PASSWORD");
	free(said);
	cfg_destroy(config);
}

static void assert_file_refused(const char *named, const char *why)
{
	char path[128];
	snprintf(path, sizeof(path), "%s", named); /* write_file has but one buffer */
	struct cfg *config = with_password_file(path);
	char *said = secrets_fail(config);
	assert_contains(said, why);
	assert_contains(said, path);
	assert_null(strstr(said, "sesame"));
	free(said);
	cfg_destroy(config);
}

static void test_secret_file_that_cannot_serve_is_refused(void **state)
{
	(void)state;
	char path[128];
	assert_file_refused("/nowhere/password", "No such file or directory");
	assert_file_refused(folder, "is a folder");
	assert_file_refused(write_file("password", "\n", 0600), "is empty");
	assert_file_refused(write_file("password", "sesame\nopen\n", 0600), "one line");

	snprintf(path, sizeof(path), "%s", write_file("password", "sesame\n", 0604));
	assert_file_refused(path, "run: chmod 600");

	FILE *file = fopen(path, "w");
	assert_non_null(file);
	for (int i = 0; i < 5000; i++)
		fputc('x', file);
	fclose(file);
	chmod(path, 0600);
	assert_file_refused(path, "too long");
}

static int make_folder(void **state)
{
	(void)state;
	unsetenv("ENGARDE_PASSWORD");
	unsetenv("ENGARDE_ACCESS_TOKEN");
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	char path[128];
	snprintf(path, sizeof(path), "%s/engarde.yaml", folder);
	remove(path);
	snprintf(path, sizeof(path), "%s/password", folder);
	remove(path);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults_are_those_of_a_file_with_the_account_alone),
		cmocka_unit_test(test_every_key_is_read),
		cmocka_unit_test(test_homeserver_of_this_machine_may_be_plain_http),
		cmocka_unit_test(test_homeserver_loses_its_final_slash),
		cmocka_unit_test(test_every_fault_is_said_with_its_line_and_what_to_do),
		cmocka_unit_test(test_file_that_is_not_there_is_said),
		cmocka_unit_test(test_example_names_every_key),
		cmocka_unit_test(test_reload_takes_over_what_may_change_and_names_the_rest),
		cmocka_unit_test(test_reload_of_the_same_names_nothing),
		cmocka_unit_test(test_example_shows_the_defaults),
		cmocka_unit_test(test_secret_is_read_from_its_file_without_the_newline),
		cmocka_unit_test(test_secret_keeps_its_spaces),
		cmocka_unit_test(test_credential_goes_before_the_file_of_its_name),
		cmocka_unit_test(test_credential_that_stands_for_none_leaves_the_file),
		cmocka_unit_test(test_secret_of_the_environment_goes_before_the_file),
		cmocka_unit_test(test_secrets_of_both_kinds_in_the_environment_are_refused),
		cmocka_unit_test(test_no_secret_is_said),
		cmocka_unit_test(test_secret_file_that_cannot_serve_is_refused),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
