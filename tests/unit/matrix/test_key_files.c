/* Tests where the bot looks for the account's recovery key. */
#include "adapters/matrix/e2ee/key_files.h"

#include "tests/support/cmocka.h"

#include <stdio.h>

static void assert_key(const char *store, const char *configured, const char *expected)
{
	char in_config[64], folder[] = "/srv/bot", *file = NULL, path[MX_KEY_PATH_SIZE];
	char store_path[64];

	if (configured) {
		snprintf(in_config, sizeof(in_config), "%s", configured);
		file = in_config;
	}
	snprintf(store_path, sizeof(store_path), "%s", store);
	const struct cfg config = {
		.store = store_path, .folder = folder, .encryption.recovery_key_file = file};

	assert_string_equal(mx_key_files_configured_key(&config, path), expected);
}

UNIT_TEST(test_recovery_key_is_beside_a_store_in_a_file)
{
	assert_key("here.db", NULL, "here.db.recovery-key");
	assert_key("postgresql:/here.db", NULL, "postgresql:/here.db.recovery-key");
}

UNIT_TEST(test_recovery_key_of_a_store_on_a_server_has_a_place_of_its_own)
{
	assert_key("postgresql://server/engarde", NULL, "/srv/bot/engarde.recovery-key");
}

UNIT_TEST(test_configuration_names_another_file)
{
	assert_key("here.db", "other.key", "other.key");
	assert_key("postgresql://server/engarde", "other.key", "other.key");
}
