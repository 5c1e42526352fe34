/* Globs: what they match, and that no glob takes long. */
#include "tests/support/cmocka.h"

#include "bot/base/glob.h"

#include <string.h>

static bool matches(const char *glob, const char *text, enum bot_glob_case which)
{
	struct bot_glob_text prepared;

	bot_glob_prepare(&prepared, text, which);
	return bot_glob_matches(glob, &prepared);
}

UNIT_TEST(test_globs_match)
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

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (matches(cases[i].glob, cases[i].text, BOT_GLOB_EXACT) != cases[i].matches)
			fail_msg("%s, %s", cases[i].glob, cases[i].text);
}

UNIT_TEST(test_case_counts_only_if_asked)
{
	assert_true(matches("*.EVIL.org", "a.evil.ORG", BOT_GLOB_ANY_CASE));
	assert_false(matches("*.EVIL.org", "a.evil.org", BOT_GLOB_EXACT));
}

/* Tries every place of every star, as a short definition of a glob. */
static bool matches_by_definition(const char *glob, const char *text)
{
	if (*glob == '*')
		return matches_by_definition(glob + 1, text) ||
		       (*text && matches_by_definition(glob, text + 1));
	if (*glob == '\0' || *text == '\0')
		return *glob == *text;
	return (*glob == '?' || *glob == *text) && matches_by_definition(glob + 1, text + 1);
}

/* Writes the word with this number: each digit is one of the letters. */
static const char *spell(unsigned number, const char *letters, char word[16])
{
	size_t base = strlen(letters), length = 0;

	for (; number > 0; number = (number - 1) / (unsigned)base)
		word[length++] = letters[(number - 1) % base];
	word[length] = '\0';
	return word;
}

/* All globs of up to five bytes, and all texts of up to six */
UNIT_TEST(test_short_globs_match_by_definition)
{
	char glob[16], text[16];

	for (unsigned g = 0; g < 1365; g++)
		for (unsigned t = 0; t < 127; t++)
			if (matches(spell(g, "ab*?", glob), spell(t, "ab", text), BOT_GLOB_EXACT) !=
				matches_by_definition(glob, text))
				fail_msg("%s, %s", glob, text);
}

UNIT_TEST(test_the_longest_text)
{
	char text[BOT_GLOB_TEXT_MOST + 2], glob[BOT_GLOB_TEXT_MOST + 4];

	for (size_t length = 60; length <= BOT_GLOB_TEXT_MOST; length++) {
		memset(text, 'a', length);
		strcpy(text + length - 1, "b");
		strcpy(glob, text);
		assert_true(matches(glob, text, BOT_GLOB_EXACT));
		assert_true(matches("*ab", text, BOT_GLOB_EXACT));
		assert_true(matches("a*a?", text, BOT_GLOB_EXACT));
		assert_false(matches("*ba", text, BOT_GLOB_EXACT));
		assert_false(matches(strcat(glob, "?"), text, BOT_GLOB_EXACT));
		glob[length] = '*';
		assert_true(matches(glob, text, BOT_GLOB_EXACT));
		assert_false(matches(strcat(glob, "?"), text, BOT_GLOB_EXACT));
	}
}

/* A matcher that tries every place of every star would not end within the life of the universe. */
UNIT_TEST(test_no_glob_takes_long)
{
	char glob[256] = "", text[256];

	for (int i = 0; i < 60; i++)
		strcat(glob, "*a?");
	strcat(glob, "*b");
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	for (int i = 0; i < 10000; i++)
		assert_false(matches(glob, text, BOT_GLOB_EXACT));
}
