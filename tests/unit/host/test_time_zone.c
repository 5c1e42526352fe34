/* The time zones of rooms, as the tz database of the machine has them. */
#include "bot/call/time_zone.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define HOUR INT64_C(3600000)
#define DAY  (24 * HOUR)

/* Wall times in milliseconds. */
#define NOV_25_2026 INT64_C(1795564800000) /* 2026-11-25 00:00 UTC, a Wednesday */
#define MAR_25_2027 (NOV_25_2026 + 120 * DAY)

enum { SUNDAY, MONDAY, FRIDAY = 5 };

UNIT_TEST(test_names_are_found)
{
	static const struct {
		const char *typed, *zone;
	} cases[] = {
		{"Europe/Berlin", "Europe/Berlin"},
		{"europe/berlin", "Europe/Berlin"},
		{"AMERICA/NEW_YORK", "America/New_York"},
		{"America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"},
		{"utc", "UTC"},
		{"GMT", "UTC"},
		{"utc+0", "UTC"},
		{"cet", "CET"},
		{"utc+2", "UTC+2"},
		{"GMT -5", "UTC-5"},
		{"+02:00", "UTC+2"},
		{"+0530", "UTC+5:30"},
		{"utc + 14", "UTC+14"},
		{"-9:30", "UTC-9:30"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char zone[BOT_ZONE_SIZE] = "";

		assert_true(bot_zone_find(cases[i].typed, zone));
		assert_string_equal(zone, cases[i].zone);
	}
}

/* No name leads out of the folder of the database. */
UNIT_TEST(test_other_texts_are_refused)
{
	static const char *const typed[] = {"", "Berlin", "Mars/Olympus", "../../etc/passwd",
		"/etc/localtime", "Europe/../Europe/Berlin", "Europe/", "Europe", "Europe//Berlin",
		"CET-1CEST", "GMT+15", "utc-13", "+2:5", "+", "utc+", "+2:60", "utc+2x", "+2 hours",
		"-1-1", "2", "02:00", "EST", "ABC", "America/Argentina",
		"America/Argentina/ComodRivadaviaAndMuchMore", "Europe/Berlin\n", "posixrules",
		"right/Europe/Berlin", "posix/Europe/Berlin"};

	for (size_t i = 0; i < sizeof(typed) / sizeof(*typed); i++) {
		char zone[BOT_ZONE_SIZE];

		if (bot_zone_find(typed[i], zone))
			fail_msg("%s is a zone", typed[i]);
	}
}

/* Writes the time in a zone, as people read it. */
static void assert_local(const char *zone, int64_t time, const char *expected)
{
	struct bot_instant instant = {.time = time, .now = time - DAY, .span = DAY};
	char text[BOT_INSTANT_SIZE];

	bot_zone_apply(zone, &instant);
	bot_instant_write(bot_lang_find("en"), &instant, text);
	if (strcmp(text, expected) != 0)
		fail_msg("%s: %s instead of %s", zone, text, expected);
}

UNIT_TEST(test_times_are_those_of_the_zones_clocks)
{
	assert_local("Europe/Amsterdam", NOV_25_2026, "Wed 01:00 CET");
	assert_local("Asia/Kolkata", NOV_25_2026, "Wed 05:30 IST");
	assert_local("Asia/Kathmandu", NOV_25_2026, "Wed 05:45 UTC+5:45");
	assert_local("America/St_Johns", NOV_25_2026, "Tue 20:30 NST");
	assert_local("America/Sao_Paulo", NOV_25_2026, "Tue 21:00 UTC-3");
	/* both sides of the date line, an hour of the clock and a day apart */
	assert_local("Pacific/Kiritimati", NOV_25_2026, "Wed 14:00 UTC+14");
	assert_local("Pacific/Honolulu", NOV_25_2026, "Tue 14:00 HST");
	assert_local("UTC+5:30", NOV_25_2026, "Wed 05:30 UTC+5:30");
	assert_local("UTC-5", NOV_25_2026 + 180 * DAY, "Sun 19:00 UTC-5"); /* no summer time */
	assert_local("CET", NOV_25_2026, "Wed 01:00 CET");
	assert_local("UTC+", NOV_25_2026, "Wed 00:00 UTC+0"); /* a damaged store */
	assert_local("Mars/Olympus", NOV_25_2026, "Wed 00:00 UTC");
}

UNIT_TEST(test_times_before_and_after_the_clocks_change)
{
	const int64_t march = MAR_25_2027 + 3 * DAY + HOUR;    /* Sunday 2027-03-28 01:00 UTC */
	const int64_t october = NOV_25_2026 - 31 * DAY + HOUR; /* Sunday 2026-10-25 01:00 UTC */

	assert_local("Europe/Amsterdam", march - 1, "Sun 01:59 CET");
	assert_local("Europe/Amsterdam", march, "Sun 03:00 CEST");
	assert_local("Europe/Amsterdam", october - 1, "Sun 02:59 CEST");
	assert_local("Europe/Amsterdam", october, "Sun 02:00 CET");
	assert_local("Australia/Lord_Howe", NOV_25_2026, "Wed 11:00 UTC+11"); /* in its summer */
	assert_local("Australia/Lord_Howe", NOV_25_2026 + 180 * DAY, "Mon 10:30 UTC+10:30");
}

UNIT_TEST(test_next_is_in_local_time)
{
	/* Friday 2026-11-27 20:00 in Berlin is 19:00 UTC */
	int64_t friday = bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, NOV_25_2026);
	assert_int_equal(friday, NOV_25_2026 + 2 * DAY + 19 * HOUR);
	assert_int_equal(bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, friday - 1), friday);
	assert_int_equal(bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, friday), friday + 7 * DAY);
	assert_int_equal(bot_zone_next("UTC", FRIDAY, 20 * 60, NOV_25_2026), friday + HOUR);
	assert_int_equal(
		bot_zone_next("UTC", BOT_ZONE_ANY_DAY, 60, NOV_25_2026), NOV_25_2026 + HOUR);
	/* in Auckland it is Friday from 11:00 UTC on Thursday on */
	assert_int_equal(bot_zone_next("Pacific/Auckland", FRIDAY, 0, NOV_25_2026),
		NOV_25_2026 + DAY + 11 * HOUR);
}

/* On 2027-03-28 the clocks in Berlin go from 02:00 to 03:00. */
UNIT_TEST(test_summer_time_is_known)
{
	int64_t winter = bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, MAR_25_2027);
	int64_t summer = bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, winter);
	assert_int_equal(summer - winter, 7 * DAY - HOUR);
	/* 02:30 does not exist: 03:00 follows at once, which is 01:00 UTC */
	assert_int_equal(bot_zone_next("Europe/Berlin", SUNDAY, 150, MAR_25_2027),
		MAR_25_2027 + 3 * DAY + HOUR);
	int64_t autumn = bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, MAR_25_2027 + 214 * DAY);
	assert_int_equal(
		bot_zone_next("Europe/Berlin", FRIDAY, 20 * 60, autumn) - autumn, 7 * DAY + HOUR);
}

/* A zone that the machine has lost counts as UTC, and damage makes no crash. */
UNIT_TEST(test_unknown_zone_is_utc)
{
	assert_int_equal(bot_zone_next("Mars/Olympus", MONDAY, 90, NOV_25_2026),
		bot_zone_next("UTC", MONDAY, 90, NOV_25_2026));
	assert_int_equal(bot_zone_next("UTC", MONDAY, 90, INT64_MAX), 0);
}
