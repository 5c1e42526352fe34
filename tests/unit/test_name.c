#include "bot/name.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static void test_name_is_cleaned(void **state)
{
	static const struct {
		const char *name;
		const char *clean;
	} cases[] = {
		{"Ann", "Ann"},
		{"  Ann \t von\302\240E\343\200\200 ", "Ann von E"},
		{"Ann\nYour hand: 1 1 1 1 1", "Ann Your hand: 1 1 1 1 1"},
		{"A\342\200\256nn\342\200\254", "Ann"}, /* right-to-left override */
		{"A\342\201\246nn\342\201\251", "Ann"}, /* isolates */
		{"A\342\200\213nn\357\273\277", "Ann"}, /* zero width */
		{"A\001n\177n\302\205x", "Ann x"},      /* controls, the next line one is a space */
		{"A\342\200\250nn", "A nn"},            /* line separator */
		{"\342\200\213\343\205\244 \342\240\200", ""}, /* nothing to be seen */
		{"", ""},
		{"@bob:test", ""},
		{" \342\200\213@bob:test", ""},
		{"A\377\300nn", "Ann"}, /* no UTF-8 */
		{"Zo\303\253 \360\237\244\272", "Zo\303\253 \360\237\244\272"},
	};
	char clean[BOT_NAME_SIZE];
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bot_name_clean(cases[i].name, clean);
		assert_string_equal(clean, cases[i].clean);
	}
}

static void test_name_too_long_is_cut_between_characters(void **state)
{
	char name[4 * BOT_NAME_SIZE + 1] = "a", clean[BOT_NAME_SIZE];
	(void)state;

	for (size_t i = 0; i < BOT_NAME_SIZE; i++)
		memcpy(name + 1 + 3 * i, "\xE2\x82\xAC", 4);
	bot_name_clean(name, clean);
	assert_int_equal(strlen(clean), 61); /* the a and twenty of three bytes; 63 are room for */
	assert_memory_equal(clean, name, 61);
}

static void test_name_similar_but_for_case(void **state)
{
	(void)state;
	assert_true(bot_name_similar("Ann", "aNN"));
	assert_false(bot_name_similar("Ann", "Anne"));
}

static void test_name_user_is_read_or_refused(void **state)
{
	static const struct {
		const char *word;
		const char *sender;
		const char *user; /* NULL: refused */
	} cases[] = {
		{"@bob:test", "@ann:home", "@bob:test"},
		{"@bob", "@ann:home:8448", "@bob:home:8448"},
		{"@bob", "@ann", "@bob"},
		{"@bob:[::1]:80", "@ann", "@bob:[::1]:80"},
		{"@", "@ann:home", NULL},
		{"@:home", "@ann:home", NULL},
		{"@bob:", "@ann:home", NULL},
		{"bob:home", "@ann:home", NULL},
		{"@bob:ho me", "@ann:home", NULL},
		{"@bob:<b>", "@ann:home", NULL},
		{"@b\xC3\xB6"
		 "b:home",
			"@ann:home", NULL},
		{"@b\nb:home", "@ann:home", NULL},
	};
	char user[BOT_ID_SIZE];
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		strcpy(user, "untouched");
		assert_int_equal(
			bot_name_user(cases[i].word, cases[i].sender, user), cases[i].user != NULL);
		assert_string_equal(user, cases[i].user ? cases[i].user : "untouched");
	}
}

static void test_name_user_of_256_bytes_is_refused(void **state)
{
	char word[BOT_ID_SIZE + 1] = "@", user[BOT_ID_SIZE];
	(void)state;

	memset(word + 1, 'a', BOT_ID_SIZE - 1);
	assert_false(bot_name_user(word, "@ann", user));
	word[BOT_ID_SIZE - 1] = '\0';
	assert_true(bot_name_user(word, "@ann", user));
	assert_false(bot_name_user(word, "@ann:test", user));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_is_cleaned),
		cmocka_unit_test(test_name_too_long_is_cut_between_characters),
		cmocka_unit_test(test_name_similar_but_for_case),
		cmocka_unit_test(test_name_user_is_read_or_refused),
		cmocka_unit_test(test_name_user_of_256_bytes_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
