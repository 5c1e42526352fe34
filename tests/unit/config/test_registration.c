/*
 * Tests how the bot writes the registration file of an application service, and reads the secrets
 * from it.
 */
#include "config/registration.h"
#include "tests/support/cmocka.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/engarde-registration-XXXXXX";
static char path[64];
static char user[] = "@engarde:example.org";
static char listen_at[] = "127.0.0.1:8009";

static struct cfg config = {
	.matrix.user = user, .service = {.registration_file = path, .listen = listen_at}};

static int begin(void **state)
{
	(void)state;
	snprintf(path, sizeof(path), "%s/registration.yaml", folder);
	remove(path);
	config.service.url = NULL;
	return unsetenv("ENGARDE_PASSWORD");
}

/* Writes the file and returns the messages; the caller frees them. */
static char *write_file(enum cfg_error wanted)
{
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);

	assert_non_null(errors);
	assert_int_equal(cfg_registration_write(&config, errors), wanted);
	fclose(errors);
	return said;
}

/* Reads the file and returns the messages; the caller frees them. */
static char *read_secrets(enum cfg_error wanted, struct cfg_secrets *secrets)
{
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);

	assert_non_null(errors);
	assert_int_equal(cfg_secrets_init(secrets, &config, errors), wanted);
	fclose(errors);
	return said;
}

static char *text_of(const char *name)
{
	static char text[8192];
	FILE *file = fopen(name, "r");

	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void put(const char *text, mode_t mode)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

UNIT_TEST_FROM(begin, NULL, test_only_the_owner_may_read_the_file)
{
	struct stat status;

	free(write_file(CFG_OK));
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
}

UNIT_TEST_FROM(begin, NULL, test_file_has_what_the_homeserver_needs)
{
	static const char *const lines[] = {"\nid: \"engarde-bot-engarde\"\n",
		"\nurl: \"http://127.0.0.1:8009\"\n", "\nsender_localpart: \"engarde-service\"\n",
		"\nrate_limited: false\n", "    - exclusive: true\n",
		"      regex: '@engarde:example\\.org'\n"};

	free(write_file(CFG_OK));
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		assert_non_null(strstr(text_of(path), lines[i]));
}

UNIT_TEST_FROM(begin, NULL, test_file_has_the_url_of_the_configuration)
{
	static char url[] = "https://engarde.example.org/as";

	config.service.url = url;
	free(write_file(CFG_OK));
	assert_non_null(strstr(text_of(path), "\nurl: \"https://engarde.example.org/as\"\n"));
}

UNIT_TEST_FROM(begin, NULL, test_secrets_are_read_from_the_file)
{
	struct cfg_secrets secrets, others;

	free(write_file(CFG_OK));
	free(read_secrets(CFG_OK, &secrets));
	assert_null(secrets.password);
	assert_string_equal(secrets.service, "engarde-bot-engarde");
	assert_int_equal(strlen(secrets.access_token), 64);
	assert_int_equal(strlen(secrets.hs_token), 64);
	assert_string_not_equal(secrets.access_token, secrets.hs_token);

	remove(path);
	free(write_file(CFG_OK));
	free(read_secrets(CFG_OK, &others));
	assert_string_not_equal(secrets.access_token, others.access_token);
	assert_string_not_equal(secrets.hs_token, others.hs_token);
	cfg_secrets_finish(&secrets);
	cfg_secrets_finish(&others);
}

UNIT_TEST_FROM(begin, NULL, test_existing_file_is_not_replaced)
{
	char *said;

	put("precious\n", 0600);
	said = write_file(CFG_UNREADABLE);
	assert_non_null(strstr(said, "remove the file first"));
	free(said);
	assert_string_equal(text_of(path), "precious\n");
}

UNIT_TEST_FROM(begin, NULL, test_no_file_is_written_without_its_key)
{
	char *said;

	config.service.registration_file = NULL;
	said = write_file(CFG_INVALID);
	config.service.registration_file = path;
	assert_non_null(strstr(said, "application_service.registration_file"));
	free(said);
}

#define TOKENS "as_token: a\nhs_token: h\n"

UNIT_TEST_FROM(begin, NULL, test_file_of_another_program_is_read)
{
	struct cfg_secrets secrets;

	put("id: x\n" TOKENS "sender_localpart: engardeb\nurl: null\nnamespaces: {rooms: []}\n",
		0640);
	free(read_secrets(CFG_OK, &secrets));
	assert_string_equal(secrets.service, "x");
	assert_string_equal(secrets.access_token, "a");
	assert_string_equal(secrets.hs_token, "h");
	cfg_secrets_finish(&secrets);
}

UNIT_TEST_FROM(begin, NULL, test_bad_file_is_refused)
{
	static const struct {
		mode_t mode;
		const char *text, *said;
	} cases[] = {
		{0604, "id: x\n" TOKENS "sender_localpart: other\n", "chmod 600"},
		{0600, "id: x\n" TOKENS "sender_localpart: engarde\n", "is the bot's own user"},
		{0600, "id: x\nas_token: a\nhs_token: a\nsender_localpart: other\n", "the same"},
		{0600, "id: x\nas_token: a b\nhs_token: h\nsender_localpart: other\n",
			"character that tokens"},
		{0600, "id: x\nhs_token: h\nsender_localpart: engarde\n",
			"is not the registration"},
		{0600, "id: [x]\n" TOKENS "sender_localpart: engarde\n", "is not the registration"},
		{0600, "", "is not the registration"},
		{0600, "a token\n", "is not the registration"},
	};
	struct cfg_secrets secrets;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *said;

		put(cases[i].text, cases[i].mode);
		said = read_secrets(CFG_NO_SECRET, &secrets);
		if (!strstr(said, cases[i].said))
			fail_msg("\"%s\" doesn't say \"%s\"", said, cases[i].said);
		free(said);
	}
}

UNIT_TEST_FROM(begin, NULL, test_missing_file_gives_advice)
{
	struct cfg_secrets secrets;
	char *said;

	said = read_secrets(CFG_NO_SECRET, &secrets);
	assert_non_null(strstr(said, "registration"));
	free(said);
}

UNIT_TEST_FROM(begin, NULL, test_file_and_password_are_refused)
{
	struct cfg_secrets secrets;
	char *said;

	free(write_file(CFG_OK));
	assert_int_equal(setenv("ENGARDE_PASSWORD", "sesame", 1), 0);
	said = read_secrets(CFG_NO_SECRET, &secrets);
	assert_non_null(strstr(said, "unset it"));
	assert_null(strstr(said, "sesame"));
	free(said);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	remove(path);
	return rmdir(folder);
}

UNIT_TEST_GROUP(make_folder, remove_folder)
