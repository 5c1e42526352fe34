/* Tests the pseudonyms that take the place of user ids in the log. */
#include "adapters/matrix/client/pseudonym.h"
#include "bot/base/log.h"
#include "tests/support/cmocka.h"

#include <sodium.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Asserts that the text becomes `pattern`, in which each * stands for one hexadecimal digit. */
static void assert_becomes(const char *text, const char *pattern)
{
	char *replaced = mx_pseudonym_replace(text);

	assert_non_null(replaced);
	assert_int_equal(strlen(replaced), strlen(pattern));
	for (size_t i = 0; pattern[i]; i++)
		if (pattern[i] == '*')
			assert_non_null(strchr("0123456789abcdef", replaced[i]));
		else
			assert_int_equal(replaced[i], pattern[i]);
	free(replaced);
}

UNIT_TEST(test_ids_of_users_and_aliases_are_replaced)
{
	assert_becomes("@ann:here", "user-********");
	assert_becomes("User @ann:here.", "User user-********.");
	assert_becomes("(@ann:here:8448, @bob:[::1])", "(user-********, user-********)");
	assert_becomes("\"@B\xc3\xa9:here\": no", "\"user-********\": no");
	assert_becomes("#ann-and-bob:here is gone", "alias-******** is gone");
	assert_becomes("/invite/%40ann%3Ahere?x", "/invite/user-********?x");
	assert_becomes("/invite/@ann%3Ahere/x: no", "/invite/user-********/x: no");
	assert_becomes("/invite/%40ann:here:8448/x", "/invite/user-********/x");
}

UNIT_TEST(test_other_texts_stay)
{
	static const char *const texts[] = {"", "!room:here", "$event", "ann@example.org", "@",
		"@:", "@ann", "@ann:", "# 1: x", "100% 40", "50%", "%4",
		"https://matrix.here/_matrix"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		assert_null(mx_pseudonym_replace(texts[i]));
}

/* A homeserver chooses the text of an error. A search without a limit would take minutes here. */
UNIT_TEST(test_long_text_takes_no_long_time)
{
	static char text[200001];

	memset(text, '@', sizeof(text) - 1);
	assert_null(mx_pseudonym_replace(text));
}

UNIT_TEST(test_one_user_has_one_pseudonym)
{
	char *ann = mx_pseudonym_replace("@ann:here"), *bob = mx_pseudonym_replace("@bob:here"),
	     *again = mx_pseudonym_replace("@ann:here"),
	     *encoded = mx_pseudonym_replace("%40ann%3ahere");

	assert_string_equal(ann, again);
	assert_string_equal(ann, encoded);
	assert_string_not_equal(ann, bob);
	free(ann);
	free(bob);
	free(again);
	free(encoded);
}

/* Logs one line at the level, and reads it from standard error. */
static void log_line(enum bot_log_level level, char *line, size_t size)
{
	int ends[2], saved = dup(STDERR_FILENO);
	ssize_t length;

	assert_int_equal(pipe(ends), 0);
	assert_true(dup2(ends[1], STDERR_FILENO) >= 0);
	bot_log_write(level, "tested",
		BOT_LOG_FIELDS({"user", .text = "@ann:here"}, {"number", .number = 3}));
	assert_true(dup2(saved, STDERR_FILENO) >= 0);
	length = read(ends[0], line, size - 1);
	assert_true(length > 0);
	line[length] = '\0';
	close(saved);
	close(ends[0]);
	close(ends[1]);
}

UNIT_TEST(test_log_hides_ids_but_not_at_the_level_debug)
{
	char line[256];

	bot_log_set_level(BOT_LOG_DEBUG);
	bot_log_set_rewrite(mx_pseudonym_replace);
	for (enum bot_log_level level = BOT_LOG_ERROR; level <= BOT_LOG_INFO; level++) {
		log_line(level, line, sizeof(line));
		assert_null(strstr(line, "@ann:here"));
		assert_non_null(strstr(line, "user=user-"));
		assert_non_null(strstr(line, "number=3"));
	}
	log_line(BOT_LOG_DEBUG, line, sizeof(line));
	assert_non_null(strstr(line, "@ann:here"));
	bot_log_set_rewrite(NULL);
	log_line(BOT_LOG_ERROR, line, sizeof(line));
	assert_non_null(strstr(line, "@ann:here"));
}

static int begin(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

UNIT_TEST_GROUP(begin, NULL)
