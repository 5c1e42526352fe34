/* Tests reading secrets from files, from systemd credentials and from the environment. */
#include "config/secrets.h"
#include "tests/support/cmocka.h"
#include "tests/support/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

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

static struct cfg *with_password_file(const char *path)
{
	char text[256];
	snprintf(text, sizeof(text), SETTINGS_ACCOUNT "  password_file: %s\n", path);
	return settings_load_text(text);
}

UNIT_TEST(test_secret_from_a_file_has_no_newline)
{
	static const char *const texts[] = {"sesame", "sesame\n", "sesame\r\n",
		"\xEF\xBB\xBFsesame\r\n"}; /* a byte order mark */

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cfg_secrets secrets;
		struct cfg *config = with_password_file(settings_write("password", texts[i], 0600));
		assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
		assert_string_equal(secrets.password, "sesame");
		assert_null(secrets.access_token);
		cfg_secrets_finish(&secrets);
		assert_null(secrets.password);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_secret_in_utf16_is_refused)
{
	static const char *const texts[] = {"\xFF\xFE"
					    "s",
		"\xFE\xFF"
		"s",
		"\xEF\xBB\xBF"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cfg_secrets secrets;
		struct cfg *config = with_password_file(settings_write("password", texts[i], 0600));
		assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_NO_SECRET);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_secret_keeps_its_spaces)
{
	struct cfg_secrets secrets;
	struct cfg *config =
		with_password_file(settings_write("password", " open sesame \n", 0640));
	assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
	assert_string_equal(secrets.password, " open sesame ");
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
}

UNIT_TEST(test_password_with_an_invisible_end_gets_a_warning)
{
	static const struct {
		const char *text;
		bool warns;
	} cases[] = {
		{"sesame", false},
		{"open\xC2\xA0sesame", false},
		{"s\xC3\xA9same\xC3\xA9", false},
		{"sesame ", true},
		{"\tsesame", true},
		{"sesame\xC2\xA0", true},
		{"\xE2\x80\x8Bsesame", true},
		{"sesame\xE2\x81\xA0\n", true},
		{"sesame\xEF\xBB\xBF", true},
		{"\xE3\x80\x80", true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cfg_secrets secrets;
		struct cfg *config =
			with_password_file(settings_write("password", cases[i].text, 0600));
		char *said = NULL;
		size_t size;
		FILE *errors = open_memstream(&said, &size);
		assert_non_null(errors);
		assert_int_equal(cfg_secrets_init(&secrets, config, errors), CFG_OK);
		fclose(errors);
		assert_int_equal(strstr(said, "invisible character") != NULL, cases[i].warns);
		free(said);
		cfg_secrets_finish(&secrets);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_token_with_an_odd_character_is_refused)
{
	static const char *const tokens[] = {
		"to ken", "token ", "to\tken", "to\rken", "to\nken", "tok\x7F", "tok\xC2\xA0"};

	for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++) {
		struct cfg *config = settings_load_text(SETTINGS_ACCOUNT);
		setenv("ENGARDE_ACCESS_TOKEN", tokens[i], 1);
		char *said = secrets_fail(config);
		unsetenv("ENGARDE_ACCESS_TOKEN");
		settings_assert_said(said, "ENGARDE_ACCESS_TOKEN: has ");
		free(said);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_credential_is_used_instead_of_the_file)
{
	struct cfg_secrets secrets;
	struct cfg *config = with_password_file("/nowhere/password");
	settings_write("password", "of systemd\n", 0400);
	setenv("CREDENTIALS_DIRECTORY", settings_folder, 1);
	assert_int_equal(cfg_secrets_init(&secrets, config, stderr), CFG_OK);
	unsetenv("CREDENTIALS_DIRECTORY");
	assert_string_equal(secrets.password, "of systemd");
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
}

UNIT_TEST(test_missing_credential_leaves_the_file)
{
	struct cfg_secrets secrets;
	const char *const folders[] = {settings_folder, "/nowhere", ""};
	char inner[64], named[96];
	snprintf(inner, sizeof(inner), "%s/inner", settings_folder);
	snprintf(named, sizeof(named), "%s/password", inner);
	assert_int_equal(mkdir(inner, 0700), 0);
	settings_write("inner/password", "sesame\n", 0600);
	settings_write("password", "\n", 0400);

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

UNIT_TEST(test_environment_is_used_instead_of_the_file)
{
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

UNIT_TEST(test_two_secrets_in_the_environment_are_refused)
{
	struct cfg *config = settings_load_text(SETTINGS_ACCOUNT);
	setenv("ENGARDE_ACCESS_TOKEN", "token", 1);
	setenv("ENGARDE_PASSWORD", "sesame", 1);
	char *said = secrets_fail(config);
	unsetenv("ENGARDE_ACCESS_TOKEN");
	unsetenv("ENGARDE_PASSWORD");
	settings_assert_said(said, "both set; unset one");
	assert_null(strstr(said, "sesame"));
	free(said);
	cfg_destroy(config);
}

UNIT_TEST(test_missing_secret_gives_a_message)
{
	struct cfg *config = settings_load_text(SETTINGS_ACCOUNT);
	char *said = secrets_fail(config);
	settings_assert_said(said, "neither a password nor an access token is given");
	settings_assert_said(said, "matrix.password_file");
	settings_assert_said(said, "ENGARDE_PASSWORD");
	free(said);
	cfg_destroy(config);
}

static void assert_file_refused(const char *named, const char *why)
{
	char path[128];
	snprintf(path, sizeof(path), "%s",
		named); /* copies the name, because the next call of settings_write overwrites it */
	struct cfg *config = with_password_file(path);
	char *said = secrets_fail(config);
	settings_assert_said(said, why);
	settings_assert_said(said, path);
	assert_null(strstr(said, "sesame"));
	free(said);
	cfg_destroy(config);
}

static bool is_read_only;

int __real_fstatvfs(int descriptor, struct statvfs *system);
int __wrap_fstatvfs(int descriptor, struct statvfs *system);

int __wrap_fstatvfs(int descriptor, struct statvfs *system)
{
	int result = __real_fstatvfs(descriptor, system);

	system->f_flag = is_read_only ? ST_RDONLY : 0;
	return result;
}

/* Container engines mount secrets so, and nobody can change the mode there. */
UNIT_TEST(test_secret_on_a_read_only_mount_may_be_open_to_all)
{
	static const mode_t modes[] = {0444, 0644, 0777};

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		struct cfg_secrets secrets;
		char *said = NULL;
		size_t size;
		struct cfg *config =
			with_password_file(settings_write("password", "sesame\n", modes[i]));
		FILE *errors = open_memstream(&said, &size);

		assert_non_null(errors);
		is_read_only = true;
		assert_int_equal(cfg_secrets_init(&secrets, config, errors), CFG_OK);
		is_read_only = false;
		fclose(errors);
		assert_string_equal(secrets.password, "sesame");
		settings_assert_said(said, "defaultMode");
		assert_null(strstr(said, "chmod"));
		free(said);
		cfg_secrets_finish(&secrets);
		cfg_destroy(config);
	}
}

UNIT_TEST(test_bad_secret_file_is_refused)
{
	char path[128];
	assert_file_refused("/nowhere/password", "No such file or directory");
	assert_file_refused(settings_folder, "is a folder");
	assert_file_refused(settings_write("password", "\n", 0600), "is empty");
	assert_file_refused(settings_write("password", "sesame\nopen\n", 0600), "one line");

	snprintf(path, sizeof(path), "%s/pipe", settings_folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_file_refused(path, "is not a regular file");
	assert_int_equal(remove(path), 0);

	snprintf(path, sizeof(path), "%s", settings_write("password", "sesame\n", 0604));
	assert_file_refused(path, "run: chmod 600");
	assert_file_refused(path, "in Kubernetes defaultMode");

	FILE *file = fopen(path, "w");
	assert_non_null(file);
	for (int i = 0; i < 5000; i++)
		fputc('x', file);
	fclose(file);
	chmod(path, 0600);
	assert_file_refused(path, "too long");
}

UNIT_TEST_GROUP(settings_setup, settings_teardown)
