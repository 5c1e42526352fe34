/* Tests that the example configuration has every key and shows the real defaults. */
#include "config/keys.h"
#include "tests/support/cmocka.h"
#include "tests/support/settings.h"

#include <stdio.h>
#include <string.h>

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

UNIT_TEST(test_example_names_every_key)
{
	const char *example = read_example();
	int keys = 0;

	for (const struct cfg_key *key = cfg_keys; key->path; key++) {
		assert_documented(example, cfg_key_name(key));
		keys++;
	}
	assert_true(keys > 15);
}

/*
 * Removes the comment signs before the keys of the example. Each key must then have its default
 * value. (`folder` does not go with the default of `store`.)
 */
UNIT_TEST(test_example_shows_the_defaults)
{
	static const char *const no_default[] = {"#access_token_file", "#application_service",
		"#privacy_notice", "#folder", "#recovery_key_file", "#registration_file",
		"#listen: 127.0.0.1:8009", "#url: http:"};
	char *example = read_example();
	for (char *at = example; (at = strchr(at, '#')); at++) {
		bool is_shown = at[1] >= 'a' && at[1] <= 'z';
		for (size_t i = 0; i < sizeof(no_default) / sizeof(*no_default); i++)
			if (!strncmp(at, no_default[i], strlen(no_default[i])))
				is_shown = false;
		if (is_shown)
			memmove(at, at + 1, strlen(at));
	}
	struct cfg *shown = settings_load_text(example);
	struct cfg *made = cfg_defaults();

	assert_string_equal(shown->store, made->store);
	assert_string_equal(shown->matrix.device_name, made->matrix.device_name);
	assert_int_equal(shown->prefixes_count, made->prefixes_count);
	for (unsigned i = 0; i < made->prefixes_count; i++)
		assert_string_equal(shown->prefixes[i], made->prefixes[i]);
	assert_int_equal(shown->invites.from, made->invites.from);
	assert_int_equal(shown->invites.servers_count, 0);
	assert_int_equal(shown->invites.users_count, 0);
	assert_int_equal(shown->invites.max_rooms, made->invites.max_rooms);
	assert_int_equal(shown->invites.inviter_share, made->invites.inviter_share);
	assert_int_equal(shown->invites.server_share, made->invites.server_share);
	assert_int_equal(shown->invites.leave_idle_days, made->invites.leave_idle_days);
	assert_memory_equal(&shown->matches, &made->matches, sizeof(made->matches));
	assert_int_equal(shown->log.level, made->log.level);
	assert_int_equal(shown->log.format, made->log.format);
	cfg_destroy(shown);
	cfg_destroy(made);
}

UNIT_TEST_GROUP(settings_setup, settings_teardown)
