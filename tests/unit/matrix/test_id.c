/* Which servers count as one when the bot shares something out among strangers. */
#include "adapters/matrix/client/id.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void assert_site(const char *server, const char *expected)
{
	char site[BOT_ID_SIZE];

	mx_site_of_server(server, site);
	assert_string_equal(site, expected);
}

UNIT_TEST(test_ports_case_and_last_dots_make_no_other_site)
{
	assert_site("evil.example", "evil.example");
	assert_site("evil.example:8448", "evil.example");
	assert_site("EVIL.Example.:1", "evil.example");
	assert_site("evil.example...", "evil.example");
	assert_site("localhost:1", "localhost");
	assert_site("here", "here");
}

UNIT_TEST(test_subdomains_make_no_other_site)
{
	assert_site("a.evil.example", "evil.example");
	assert_site("a.b.c.d.evil.example:9", "evil.example");
	assert_site("xn--bcher-kva.evil.example", "evil.example");
	assert_site("xn--bcher-kva.example", "xn--bcher-kva.example");
}

UNIT_TEST(test_servers_under_a_shared_suffix_are_different_sites)
{
	assert_site("chess.co.uk", "chess.co.uk");
	assert_site("matrix.chess.co.uk", "chess.co.uk");
	assert_site("chess.com.au:1", "chess.com.au");
	assert_site("co.uk", "co.uk");
	assert_site("a.chess.coop", "chess.coop");
	assert_site("a.com.example", "com.example");
}

UNIT_TEST(test_an_address_is_one_site_however_it_is_written)
{
	assert_site("192.0.2.7", "192.0.2.7");
	assert_site("192.0.2.7:8448", "192.0.2.7");
	assert_site("[::ffff:192.0.2.7]:1", "192.0.2.7");
	assert_site("[2001:db8::1]", "2001:db8::");
	assert_site("[2001:0DB8:0:0:0::1]:8448", "2001:db8::");
	assert_site("[2001:db8:0:0:ffff::2]", "2001:db8::");
	assert_site("[2001:db8:0:1::2]", "2001:db8:0:1::");
}

UNIT_TEST(test_names_of_no_host_share_one_site)
{
	static const char *const odd[] = {"", ":1", "...", "a..example", "\xc3\xbc.example",
		"a_b.example", "a/b", "3221225991", "192.0.2", "0300.0.2.7", "1.2.3.4.5", "[::1",
		"[x]", "[]", "[", "[fe80::1%eth0]", "a b", "\xff"};

	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
		assert_site(odd[i], MX_SITE_UNKNOWN);
}

UNIT_TEST(test_server_name_of_the_greatest_length_fits)
{
	char server[BOT_ID_SIZE], site[BOT_ID_SIZE];

	memset(server, 'a', sizeof(server) - 1);
	server[sizeof(server) - 1] = '\0';
	mx_site_of_server(server, site);
	assert_int_equal(strspn(site, "a"), strlen(site));
}

/* One address has many spellings, and each would be another origin with its own rate limit. */
UNIT_TEST(test_spellings_of_an_ipv6_address_have_one_origin)
{
	static const char *const same[] = {"@a:[2001:db8::a]", "@a:[2001:DB8::A]:1",
		"@a:[2001:0db8:0:0::000a]", "@b:[2001:db8:0:0:0:0:0:a]:8448"};
	char origin[BOT_ID_SIZE];

	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		mx_id_origin(same[i], origin);
		assert_string_equal(origin, "[2001:db8::a]");
	}
}
