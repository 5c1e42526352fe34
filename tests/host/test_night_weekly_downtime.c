/* The bot is down while the club night of every week should be opened, or should begin. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_weekly.h"

/* The bot was down when the sign-up should have been opened: it opens later. */
SCENE_TEST(test_downtime_before_the_sign_up)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_be_down_until(scene, FRIDAY_20 - 30 * MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from 20:00 UTC"), 1);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 + SECOND);
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
	scene_fence_all(scene);
}

/* The whole night was missed: the bot waits for the next week, and says nothing. */
SCENE_TEST(test_downtime_until_after_the_night)
{
	scene_begin_weekly(scene, "friday 20:00");
	scene_be_down_until(scene, FRIDAY_20 + 3 * WEEK + HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 0);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + 4 * WEEK);
	scene_be_down_until(scene, FRIDAY_20 + 4 * WEEK - DAY + MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 1);
}

/* The host's time stands still in the downtime, but the night begins by the clock on the wall. */
SCENE_TEST(test_downtime_between_sign_up_and_start)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_wait_until(scene, FRIDAY_20 - 20 * HOUR);
	scene_be_down_until(scene, FRIDAY_20 - 2 * HOUR);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 - 5 * MINUTE);
	scene_sign_up(scene, 3);
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
}

SCENE_TEST(test_downtime_at_the_start)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_wait_until(scene, FRIDAY_20 - 90 * MINUTE);
	scene_sign_up(scene, 3);
	scene_be_down_until(scene, FRIDAY_20 + HOUR);
	assert_int_equal(scene_stage(scene), BOT_STAGE_CHECK_IN);
	scene_sign_up(scene, 3);
	scene_wait(scene, 6 * MINUTE); /* late, but with a check-in */
	assert_int_equal(scene_stage(scene), BOT_STAGE_POOLS);
	scene_fence_all(scene);
	assert_int_equal(scene_weekly(scene, ROOM).starts, FRIDAY_20 + WEEK);
}

SCENE_TEST(test_night_that_would_be_too_late_does_not_take_place)
{
	scene_begin_weekly(scene, "friday 20:00 to 1");
	scene_wait_until(scene, FRIDAY_20 - 90 * MINUTE);
	scene_sign_up(scene, 3);
	scene_be_down_until(scene, FRIDAY_20 + 5 * HOUR);
	assert_int_equal(scene_stage(scene), BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "I was away when the club night"), 1);
	scene_assert_said(scene, ROOM, "The next one begins at its usual time.");
	scene_be_down_until(scene, FRIDAY_20 + WEEK - DAY + MINUTE);
	assert_int_equal(scene_stage(scene), BOT_STAGE_SIGN_UP);
}

/* Restarts at any time open no night twice. */
SCENE_TEST(test_it_survives_restarts)
{
	scene_begin_weekly(scene, "friday 20:00");
	for (int i = 0; i < 60; i++) {
		scene_restart(scene, MINUTE);
		scene_wait(scene, HOUR);
	}
	assert_int_equal(scene_count_said(scene, ROOM, "Club night from"), 1);
	scene_wait_until(scene, FRIDAY_20 + MINUTE);
	assert_int_equal(scene_count_said(scene, ROOM, "does not take place"), 1);
}
