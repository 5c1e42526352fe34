#include "bot/text/instant.h"
#include "tests/support/cmocka.h"

#include <stddef.h>
#include <stdio.h>

#define MINUTE (60 * INT64_C(1000))
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* 1970-01-04 13:00 UTC, a Sunday */
#define NOW (3 * DAY + 13 * HOUR)

static void assert_instant(const char *code, int64_t ahead, int64_t span, const char *expected)
{
	const struct bot_instant instant = {.time = NOW + ahead, .now = NOW, .span = span};
	char text[BOT_INSTANT_SIZE];

	bot_instant_write(bot_lang_find(code), &instant, text);
	assert_string_equal(text, expected);
}

UNIT_TEST(test_day_is_shown_only_if_needed)
{
	assert_instant("en", 5 * MINUTE, 5 * MINUTE, "13:05:00 UTC");
	assert_instant("en", 3 * HOUR, 3 * HOUR, "16:00 UTC");
	assert_instant("en", 12 * HOUR, 12 * HOUR, "01:00 UTC");
	assert_instant("en", 10 * HOUR, 3 * DAY, "23:00 UTC");
	assert_instant("en", 11 * HOUR, 3 * DAY, "Mon 00:00 UTC");
	assert_instant("en", 3 * DAY, 3 * DAY, "Wed 13:00 UTC");
	assert_instant("en", 6 * DAY, 7 * DAY, "Sat 13:00 UTC");
	assert_instant("en", 7 * DAY, 7 * DAY, "1970-01-11 13:00 UTC");
	assert_instant("en", -DAY, 3 * DAY, "1970-01-03 13:00 UTC");
}

UNIT_TEST(test_weekday_is_of_the_language)
{
	static const char *const german[] = {"Mo", "Di", "Mi", "Do", "Fr", "Sa"};

	for (size_t i = 0; i < 6; i++) {
		char expected[BOT_INSTANT_SIZE];

		snprintf(expected, sizeof(expected), "%s 13:00 UTC", german[i]);
		assert_instant("de", ((int64_t)i + 1) * DAY, 7 * DAY, expected);
	}
	assert_instant("nl", 3 * DAY, 3 * DAY, "wo 13:00 UTC");
	assert_instant("it", 3 * DAY, 3 * DAY, "mer 13:00 UTC");
}

UNIT_TEST(test_zone_moves_the_hour_and_the_day)
{
	struct bot_instant instant = {.time = NOW + 10 * HOUR,
		.now = NOW,
		.span = 3 * DAY,
		.offset = 2 * HOUR,
		.zone = "CEST"};
	char text[BOT_INSTANT_SIZE];

	bot_instant_write(bot_lang_find("en"), &instant, text);
	assert_string_equal(text, "Mon 01:00 CEST");
	instant.now += 9 * HOUR + HOUR / 2; /* half past midnight there, still Sunday in UTC */
	bot_instant_write(bot_lang_find("en"), &instant, text);
	assert_string_equal(text, "01:00 CEST");
}

UNIT_TEST(test_passing_message_says_tomorrow)
{
	struct bot_instant instant = {
		.time = NOW + DAY, .now = NOW, .span = 3 * DAY, .passing = true};
	char text[BOT_INSTANT_SIZE];

	bot_instant_write(bot_lang_find("en"), &instant, text);
	assert_string_equal(text, "tomorrow 13:00 UTC");
	instant.offset = 12 * HOUR; /* it is Monday there already, and the end on Tuesday */
	bot_instant_write(bot_lang_find("de"), &instant, text);
	assert_string_equal(text, "morgen 01:00 UTC");
	instant.time += DAY;
	bot_instant_write(bot_lang_find("en"), &instant, text);
	assert_string_equal(text, "Wed 01:00 UTC");
}
