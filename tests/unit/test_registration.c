/* The registration of an application service: written, and read back as the secrets. */
#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

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

/* What is said, for the caller to free. */
static char *written(enum cfg_error wanted)
{
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);

	assert_non_null(errors);
	assert_int_equal(cfg_registration_write(&config, errors), wanted);
	fclose(errors);
	return said;
}

static char *read_by(enum cfg_error wanted, struct cfg_secrets *secrets)
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

static void test_written_is_for_the_owner_alone(void **state)
{
	struct stat status;

	(void)state;
	free(written(CFG_OK));
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
}

static void test_written_says_what_the_homeserver_needs(void **state)
{
	static const char *const lines[] = {"\nid: \"engarde-bot-engarde\"\n",
		"\nurl: \"http://127.0.0.1:8009\"\n", "\nsender_localpart: \"engarde-service\"\n",
		"\nrate_limited: false\n", "    - exclusive: true\n",
		"      regex: '@engarde:example\\.org'\n"};

	(void)state;
	free(written(CFG_OK));
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		assert_non_null(strstr(text_of(path), lines[i]));
}

static void test_written_with_the_address_that_is_given(void **state)
{
	static char url[] = "https://engarde.example.org/as";

	(void)state;
	config.service.url = url;
	free(written(CFG_OK));
	assert_non_null(strstr(text_of(path), "\nurl: \"https://engarde.example.org/as\"\n"));
}

static void test_written_is_read(void **state)
{
	struct cfg_secrets secrets, others;

	(void)state;
	free(written(CFG_OK));
	free(read_by(CFG_OK, &secrets));
	assert_null(secrets.password);
	assert_string_equal(secrets.service, "engarde-bot-engarde");
	assert_int_equal(strlen(secrets.access_token), 64);
	assert_int_equal(strlen(secrets.hs_token), 64);
	assert_string_not_equal(secrets.access_token, secrets.hs_token);

	remove(path);
	free(written(CFG_OK));
	free(read_by(CFG_OK, &others));
	assert_string_not_equal(secrets.access_token, others.access_token);
	assert_string_not_equal(secrets.hs_token, others.hs_token);
	cfg_secrets_finish(&secrets);
	cfg_secrets_finish(&others);
}

static void test_written_never_over_another(void **state)
{
	char *said;

	(void)state;
	put("precious\n", 0600);
	said = written(CFG_UNREADABLE);
	assert_non_null(strstr(said, "remove it first"));
	free(said);
	assert_string_equal(text_of(path), "precious\n");
}

static void test_written_nowhere_when_none_is_named(void **state)
{
	char *said;

	(void)state;
	config.service.registration_file = NULL;
	said = written(CFG_INVALID);
	config.service.registration_file = path;
	assert_non_null(strstr(said, "application_service.registration_file"));
	free(said);
}

#define TOKENS "as_token: a\nhs_token: h\n"

static void test_read_from_one_of_another_making(void **state)
{
	struct cfg_secrets secrets;

	(void)state;
	put("id: x\n" TOKENS "sender_localpart: engardeb\nurl: null\nnamespaces: {rooms: []}\n",
		0640);
	free(read_by(CFG_OK, &secrets));
	assert_string_equal(secrets.service, "x");
	assert_string_equal(secrets.access_token, "a");
	assert_string_equal(secrets.hs_token, "h");
	cfg_secrets_finish(&secrets);
}

static void test_read_of_one_that_cannot_serve_is_refused(void **state)
{
	static const struct {
		mode_t mode;
		const char *text, *said;
	} cases[] = {
		{0604, "id: x\n" TOKENS "sender_localpart: other\n", "chmod 600"},
		{0600, "id: x\n" TOKENS "sender_localpart: engarde\n", "is the bot itself"},
		{0600, "id: x\nas_token: a\nhs_token: a\nsender_localpart: other\n", "the same"},
		{0600, "id: x\nas_token: a b\nhs_token: h\nsender_localpart: other\n", "space"},
		{0600, "id: x\nhs_token: h\nsender_localpart: engarde\n", "is no registration"},
		{0600, "id: [x]\n" TOKENS "sender_localpart: engarde\n", "is no registration"},
		{0600, "", "is no registration"},
		{0600, "a token\n", "is no registration"},
	};
	struct cfg_secrets secrets;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *said;

		put(cases[i].text, cases[i].mode);
		said = read_by(CFG_NO_SECRET, &secrets);
		if (!strstr(said, cases[i].said))
			fail_msg("\"%s\" doesn't say \"%s\"", said, cases[i].said);
		free(said);
	}
}

static void test_read_of_one_that_is_not_there_says_how_to_make_it(void **state)
{
	struct cfg_secrets secrets;
	char *said;

	(void)state;
	said = read_by(CFG_NO_SECRET, &secrets);
	assert_non_null(strstr(said, "registration"));
	free(said);
}

static void test_read_beside_a_password_is_refused(void **state)
{
	struct cfg_secrets secrets;
	char *said;

	(void)state;
	free(written(CFG_OK));
	assert_int_equal(setenv("ENGARDE_PASSWORD", "sesame", 1), 0);
	said = read_by(CFG_NO_SECRET, &secrets);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_written_is_for_the_owner_alone, begin),
		cmocka_unit_test_setup(test_written_says_what_the_homeserver_needs, begin),
		cmocka_unit_test_setup(test_written_with_the_address_that_is_given, begin),
		cmocka_unit_test_setup(test_written_is_read, begin),
		cmocka_unit_test_setup(test_written_never_over_another, begin),
		cmocka_unit_test_setup(test_written_nowhere_when_none_is_named, begin),
		cmocka_unit_test_setup(test_read_from_one_of_another_making, begin),
		cmocka_unit_test_setup(test_read_of_one_that_cannot_serve_is_refused, begin),
		cmocka_unit_test_setup(
			test_read_of_one_that_is_not_there_says_how_to_make_it, begin),
		cmocka_unit_test_setup(test_read_beside_a_password_is_refused, begin),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
