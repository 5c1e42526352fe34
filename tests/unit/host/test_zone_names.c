/* Time zones by the cities that people type. */
#include "bot/call/zone_names.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static void test_cities_are_found_as_people_type_them(void **state)
{
	static const char *const cases[][2] = {{"amsterdam", "Europe/Amsterdam"},
		{"New York", "America/New_York"}, {"new_york", "America/New_York"},
		{"s\xC3\xA3o paulo", "America/Sao_Paulo"}, {"TOKYO", "Asia/Tokyo"},
		{"port-au-prince", "America/Port-au-Prince"},
		{"america/port of spain", "America/Port_of_Spain"}};
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i][0], &names);
		if (!names.exact || names.count != 1 || strcmp(names.zone[0], cases[i][1]) != 0)
			fail_msg("%s: %zu zones", cases[i][0], names.count);
	}
}

static void test_similar_cities_are_only_suggested(void **state)
{
	static const char *const cases[][2] = {
		{"amsterdm", "Europe/Amsterdam"}, {"buenos", "America/Argentina/Buenos_Aires"}};
	struct bot_zone_names names;
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bot_zone_names_search(cases[i][0], &names);
		assert_false(names.exact);
		assert_true(names.count >= 1);
		assert_string_equal(names.zone[0], cases[i][1]);
	}
	bot_zone_names_search("san", &names); /* more than the bot lists */
	assert_int_equal(names.count, BOT_ZONES_LISTED);
}

static void test_other_texts_find_nothing(void **state)
{
	static const char *const cases[] = {"", " ", "x", "+2", "../../etc/passwd", "zzzzzzzz",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i], &names);
		if (names.count != 0)
			fail_msg("%s is %s", cases[i], names.zone[0]);
	}
}

static void test_machine_without_a_list_finds_nothing(void **state)
{
	struct bot_zone_names names;
	(void)state;

	setenv("TZDIR", "/nowhere", 1);
	bot_zone_names_search("amsterdam", &names);
	unsetenv("TZDIR");
	assert_int_equal(names.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cities_are_found_as_people_type_them),
		cmocka_unit_test(test_similar_cities_are_only_suggested),
		cmocka_unit_test(test_other_texts_find_nothing),
		cmocka_unit_test(test_machine_without_a_list_finds_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
