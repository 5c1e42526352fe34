/* Tests which files count as files of certificates. */
#include "config/config.h"
#include "tests/support/cmocka.h"
#include "tests/support/settings.h"

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
