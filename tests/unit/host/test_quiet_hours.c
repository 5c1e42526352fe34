/* Hours of the day as people type them, and quiet hours at the edges of summer time. */
#include "bot/call/quiet_hours.h"
#include "tests/support/cmocka.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)

/* Wall times in milliseconds: midnight UTC before summer time begins and ends in Berlin. */
#define MAR_28_2027 INT64_C(1806192000000)
#define OCT_31_2027 INT64_C(1824940800000)

UNIT_TEST(test_hours_are_read_as_people_write_them)
{
	static const struct {
		const char *typed;
		int from, to;
	} cases[] = {
		{"quiet 22-8", 1320, 480},
		{"quiet 22:30-7", 1350, 420},
		{"quiet 22h-8h", 1320, 480},
		{"quiet 22h30 - 7:05", 1350, 425},
		{"quiet 22 to 8", 1320, 480},
		{"quiet from 10 pm to 8 am", 1320, 480},
		{"quiet von 22 Uhr bis 8 Uhr", 1320, 480},
		{"quiet 22h \xC3\xA0 8h", 1320, 480},
		{"quiet de 22 a 8", 1320, 480},
		{"quiet dalle 22 alle 8", 1320, 480},
		{"quiet from to", -1, 0},
		{"quiet 10pm-8am", 1320, 480},
		{"quiet 12am-12pm", 0, 720},
		{"quiet 6-11pm", 1080, 1380},
		{"quiet 9-5pm", 540, 1020},
		{"quiet 9-12pm", 540, 720},
		{"quiet 10-6am", 1320, 360},
		{"quiet 6:30-8am", 390, 480},
		{"quiet 8-12am", 1200, 0},
		{"quiet 22-8am", 1320, 480},
		{"quiet 0-8am", 0, 480},
		{"quiet 0-24:00", -1, 0},
		{"quiet 8-24", 480, 0},
		{"quiet 8-8", -1, 0},
		{"quiet 24:01-8", -1, 0},
		{"quiet 22:60-8", -1, 0},
		{"quiet 13pm-8", -1, 0},
		{"quiet 0am-8", -1, 0},
		{"quiet 222-8", -1, 0},
		{"quiet 22:-8", -1, 0},
		{"quiet -8", -1, 0},
		{"quiet 22-", -1, 0},
		{"quiet 22-8x", -1, 0},
		{"quiet 22 8", -1, 0},
		{"quiet night", -1, 0},
		{"quiet 22222222222222222222222-888888888888888888888", -1, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_day_hours hours = {-1, 0};
		struct bot_words words;

		assert_true(bot_words_split(&words, cases[i].typed));
		bool read = bot_day_hours_read(&words, 1, &hours);
		if (read != (cases[i].from >= 0) || hours.from != cases[i].from ||
			hours.to != cases[i].to)
			fail_msg("%s: %d to %d", cases[i].typed, hours.from, hours.to);
	}
}

UNIT_TEST(test_hours_are_written_as_they_are_read)
{
	const struct bot_day_hours hours = {1350, 65};
	struct bot_day_hours read;
	struct bot_words words;
	char text[BOT_DAY_HOURS_SIZE];

	bot_day_hours_write(&hours, text);
	assert_string_equal(text, "22:30-1:05");
	assert_true(bot_words_split(&words, text));
	assert_true(bot_day_hours_read(&words, 0, &read));
	assert_int_equal(read.from, hours.from);
	assert_int_equal(read.to, hours.to);
}

/* Asserts when the hours end that last at `now`, as minutes after `now`; 0 if they do not last. */
static void assert_minutes(
	const struct bot_day_hours *hours, const char *zone, int64_t now, int64_t minutes)
{
	int64_t end = bot_quiet_hours_end_in_zone(hours, zone, now);

	assert_int_equal(end ? (end - now) / MINUTE : 0, minutes);
}

UNIT_TEST(test_hours_pass_midnight_or_not)
{
	const struct bot_day_hours night = {1320, 480}, noon = {720, 840};

	assert_minutes(&night, "UTC", MAR_28_2027, 480);
	assert_minutes(&night, "UTC", MAR_28_2027 + 8 * HOUR - 1, 0); /* less than a minute */
	assert_minutes(&night, "UTC", MAR_28_2027 + 8 * HOUR, 0);
	assert_minutes(&night, "UTC", MAR_28_2027 + 22 * HOUR, 600);
	assert_minutes(&noon, "UTC", MAR_28_2027 + 12 * HOUR, 120);
	assert_minutes(&noon, "UTC", MAR_28_2027 + 14 * HOUR, 0);
	assert_minutes(&night, "Mars/Olympus", MAR_28_2027, 480); /* as UTC */
	assert_minutes(&night, "Asia/Kolkata", MAR_28_2027, 150); /* it is 5:30 */
}

/* In Berlin it is 3:00 after 1:59 on that day, at 1:00 UTC. */
UNIT_TEST(test_night_in_which_summer_time_begins_is_shorter)
{
	const struct bot_day_hours night = {1320, 480}, skipped = {1320, 150}, gap = {130, 170};

	assert_minutes(&night, "Europe/Berlin", MAR_28_2027 - 3 * HOUR, 540);
	assert_minutes(&night, "Europe/Berlin", MAR_28_2027 + HOUR, 300);
	assert_minutes(&skipped, "Europe/Berlin", MAR_28_2027, 60); /* 2:30 is 3:00 */
	assert_minutes(&skipped, "Europe/Berlin", MAR_28_2027 + HOUR, 0);
	assert_minutes(&gap, "Europe/Berlin", MAR_28_2027 + HOUR, 0);
	assert_minutes(&gap, "Europe/Berlin", MAR_28_2027 + HOUR - MINUTE, 0);
}

/* In Berlin the clocks show 2:00 to 3:00 twice on that day, at 0:00 and at 1:00 UTC. */
UNIT_TEST(test_night_in_which_summer_time_ends_is_longer)
{
	const struct bot_day_hours night = {1320, 480}, twice = {1320, 150};

	assert_minutes(&night, "Europe/Berlin", OCT_31_2027 - 4 * HOUR, 660);
	assert_minutes(&night, "Europe/Berlin", OCT_31_2027 + 90 * MINUTE, 330);
	assert_minutes(&twice, "Europe/Berlin", OCT_31_2027, 90); /* the second 2:30 */
	assert_minutes(&twice, "Europe/Berlin", OCT_31_2027 + 40 * MINUTE, 50);
	assert_minutes(&twice, "Europe/Berlin", OCT_31_2027 + 90 * MINUTE, 0);
}
