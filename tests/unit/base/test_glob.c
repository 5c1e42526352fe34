/* Globs: what they match, and that no glob takes long. */
#include "tests/support/cmocka.h"

#include "bot/base/glob.h"

#include <string.h>

static void test_globs_match(void **state)
{
	static const struct {
		const char *glob, *text;
		bool matches;
	} cases[] = {
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"*", "abc", true},
		{"?", "", false},
		{"?", "a", true},
		{"a*c", "abbc", true},
		{"a*c", "abcb", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"*:evil.org", "@bob:evil.org", true},
		{"*:evil.org", "@bob:evil.org.uk", false},
		{"@spam*:*", "@spam12:evil.org", true},
		{"@spam*:*", "@nospam:evil.org", false},
		{"*.evil.org", "evil.org", false},
		{"*.evil.org", "a.b.evil.org", true},
		{"**a**", "bab", true},
		{"*aab", "aaaab", true},
		{"[ab]", "a", false},
		{"\\*", "*", false},
		{"A", "a", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (bot_glob_matches(cases[i].glob, cases[i].text, BOT_GLOB_EXACT) !=
			cases[i].matches)
			fail_msg("%s, %s", cases[i].glob, cases[i].text);
}

static void test_case_counts_only_if_asked(void **state)
{
	(void)state;
	assert_true(bot_glob_matches("*.EVIL.org", "a.evil.ORG", BOT_GLOB_ANY_CASE));
	assert_false(bot_glob_matches("*.EVIL.org", "a.evil.org", BOT_GLOB_EXACT));
}

/* A matcher that tries every place of every star would not end within the life of the universe. */
static void test_no_glob_takes_long(void **state)
{
	char glob[256] = "", text[256];

	(void)state;
	for (int i = 0; i < 60; i++)
		strcat(glob, "*a?");
	strcat(glob, "*b");
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	for (int i = 0; i < 10000; i++)
		assert_false(bot_glob_matches(glob, text, BOT_GLOB_EXACT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_globs_match),
		cmocka_unit_test(test_case_counts_only_if_asked),
		cmocka_unit_test(test_no_glob_takes_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
