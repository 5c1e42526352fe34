/* Time zones by the cities that people type. */
#include "bot/call/zone_names.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

UNIT_TEST(test_cities_are_found_as_people_type_them)
{
	static const char *const cases[][2] = {{"amsterdam", "Europe/Amsterdam"},
		{"New York", "America/New_York"}, {"new_york", "America/New_York"},
		{"s\xC3\xA3o paulo", "America/Sao_Paulo"}, {"TOKYO", "Asia/Tokyo"},
		{"port-au-prince", "America/Port-au-Prince"},
		{"america/port of spain", "America/Port_of_Spain"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i][0], &names);
		if (!names.exact || names.count != 1 || strcmp(names.zone[0], cases[i][1]) != 0)
			fail_msg("%s: %zu zones", cases[i][0], names.count);
	}
}

UNIT_TEST(test_country_with_one_zone_is_that_zone)
{
	static const char *const cases[][2] = {{"austria", "Europe/Vienna"},
		{"Germany", "Europe/Berlin"}, {"uk", "Europe/London"}, {"britain", "Europe/London"},
		{"JP", "Asia/Tokyo"}, {"india", "Asia/Kolkata"}, {"JST", "Asia/Tokyo"},
		{"bst", "Europe/London"}, {"cest", "Europe/Berlin"}, {"akdt", "America/Anchorage"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i][0], &names);
		if (!names.exact || names.count != 1 || strcmp(names.zone[0], cases[i][1]) != 0)
			fail_msg("%s: %zu zones", cases[i][0], names.count);
	}
}

static void assert_several(const char *typed, const char *first, bool more)
{
	struct bot_zone_names names;

	bot_zone_names_search(typed, &names);
	assert_true(names.exact);
	assert_in_range(names.count, 2, BOT_ZONES_LISTED);
	assert_string_equal(names.zone[0], first);
	assert_int_equal(names.more, more);
	for (size_t i = 1; i < names.count; i++)
		assert_string_not_equal(names.rule[i], names.rule[0]);
}

UNIT_TEST(test_country_or_clocks_with_several_zones_are_listed)
{
	assert_several("mexico", "America/Mexico_City", true);
	assert_several("united states", "America/New_York", true);
	assert_several("spain", "Europe/Madrid", false);
	assert_several("EST", "America/New_York", false);
	assert_several("pst", "America/Los_Angeles", false);
}

UNIT_TEST(test_country_is_found_in_each_language)
{
	static const char *const cases[][2] = {{"deutschland", "Europe/Berlin"},
		{"Autriche", "Europe/Vienna"}, {"oostenrijk", "Europe/Vienna"},
		{"paesi bassi", "Europe/Amsterdam"}, {"pa\xC3\xADses bajos", "Europe/Amsterdam"},
		{"paises bajos", "Europe/Amsterdam"}, {"\xE6\x97\xA5\xE6\x9C\xAC", "Asia/Tokyo"},
		{"\u65E5 \u672C", "Asia/Tokyo"}, /* the words that its signs are */
		{"\xE3\x83\x89\xE3\x82\xA4\xE3\x83\x84", "Europe/Berlin"},
		{"South Korea", "Asia/Seoul"}, {"GBR", "Europe/London"},
		{"Tschechien", "Europe/Prague"}, {"birmanie", "Asia/Yangon"},
		{"bosnia and herzegovina", "Europe/Sarajevo"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i][0], &names);
		if (!names.exact || names.count != 1 || strcmp(names.zone[0], cases[i][1]) != 0)
			fail_msg("%s: %zu zones", cases[i][0], names.count);
	}
}

UNIT_TEST(test_cities_are_found_in_each_language)
{
	static const char *const cases[][2] = {{"Wien", "Europe/Vienna"},
		{"zuerich", "Europe/Zurich"}, {"londra", "Europe/London"},
		{"Le Caire", "Africa/Cairo"}, {"ciudad de mexico", "America/Mexico_City"},
		{"wenen", "Europe/Vienna"}, {"\xE6\x9D\xB1\xE4\xBA\xAC", "Asia/Tokyo"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i][0], &names);
		if (!names.exact || names.count != 1 || strcmp(names.zone[0], cases[i][1]) != 0)
			fail_msg("%s: %zu zones", cases[i][0], names.count);
	}
}

/* Each name is in one line only, has no zone of its own, and leads to one that the machine has. */
UNIT_TEST(test_places_without_a_zone_lead_to_that_of_their_clocks)
{
	static const char *const places[][2] = {
#define PLACE(zone, names) {zone, names},
#include "bot/call/places.def"
#undef PLACE
	};
	struct bot_zone_names names, meant;
	char name[64], zone[BOT_ZONE_SIZE];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		for (const char *at = places[i][1]; *at; at += *at == '|') {
			size_t length = strcspn(at, "|");

			snprintf(name, sizeof(name), "%.*s", (int)length, at);
			at += length;
			bot_zone_names_search(name, &names);
			bot_zone_names_search(places[i][0], &meant);
			assert_true(meant.exact);
			if (!names.exact || names.count != meant.count ||
				strcmp(names.zone[0], meant.zone[0]) != 0)
				fail_msg("%s: %s", name, names.zone[0]);
			assert_true(bot_zone_find(names.zone[0], zone));
		}
}

UNIT_TEST(test_similar_cities_are_only_suggested)
{
	static const char *const cases[][2] = {
		{"amsterdm", "Europe/Amsterdam"}, {"buenos", "America/Argentina/Buenos_Aires"}};
	struct bot_zone_names names;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bot_zone_names_search(cases[i][0], &names);
		assert_false(names.exact);
		assert_true(names.count >= 1);
		assert_string_equal(names.zone[0], cases[i][1]);
	}
	bot_zone_names_search("san", &names); /* more than the bot lists */
	assert_int_equal(names.count, BOT_ZONES_LISTED);
}

UNIT_TEST(test_other_texts_find_nothing)
{
	static const char *const cases[] = {"", " ", "x", "+2", "korea", "europe",
		"../../etc/passwd", "zzzzzzzz", "bosten",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_zone_names names;

		bot_zone_names_search(cases[i], &names);
		if (names.count != 0)
			fail_msg("%s is %s", cases[i], names.zone[0]);
	}
}

UNIT_TEST(test_machine_without_a_list_finds_nothing)
{
	struct bot_zone_names names;

	setenv("TZDIR", "/nowhere", 1);
	bot_zone_names_search("chicgo", &names);
	unsetenv("TZDIR");
	assert_int_equal(names.count, 0);
}
