/* Timers: matches and pauses end if nobody acts for some days, and challenges expire. */
#include "bot/store/store.h"
#include "tests/support/scene_match.h"

/*
 * The bot counts idle days from the next full hour. So the tests begin at a full hour. They have
 * few idle days, because each half minute of a scene costs time.
 */
SCENE_SET_UP(setup)
{
	scene->now = HOUR;
	scene->config.matches.idle_days = 10;
}

SCENE_TEST_FROM(setup, test_match_without_a_clock_ends_when_nobody_acts)
{
	struct bot_rating rating;

	scene_begin(scene, "first white clock none");
	scene_let_both_act(scene);
	scene_wait(scene, 9 * DAY - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_rings(scene, ANN,
		"#1 against @bob:test: 1 d left, until tomorrow 01:00 UTC. Nobody has acted for "
		"a long time. If nobody acts by then, the match ends");
	scene_assert_rings(scene, BOB, "#1 against @ann:test: 1 d left, until");
	scene_wait(scene, DAY - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	scene_assert_said(scene, ROOM,
		"#1 (@ann:test – @bob:test) ends undecided, and counts for nobody: nobody has "
		"acted for 10 d.");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_UNDECIDED);
	assert_false(bot_rating_get(scene->store, NULL, ANN, &rating));
	scene_wait(scene, DAY);
	assert_int_equal(scene_events(scene), 0);
	scene_say(scene, ROOM, ANN, "!eg record #1");
	scene_ask_in(scene, ROOM, ANN, "!eg verify #1", "#1: what was played is correct");
	scene_begin(scene, "");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_days_are_counted_anew_after_each_action)
{
	scene->config.matches.idle_days = 2;
	scene_begin(scene, "first white clock none");
	scene_wait(scene, DAY);
	scene_tell(scene, BOB, "hand"); /* a look at their hand doesn't give a player more time */
	scene_wait(scene, 19 * HOUR + 12 * MINUTE);
	scene_assert_rings(scene, ANN, "Nobody has acted for a long time");
	scene_tell(scene, ANN, "a");
	scene_wait(scene, 43 * HOUR);
	assert_int_equal(scene_events(scene), 0);
	scene_restart(scene, 400 * DAY); /* downtime does not count */
	/* the last action was 48 minutes before a full hour */
	scene_wait(scene, HOUR - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	scene_assert_rings(scene, BOB, "Nobody has acted for a long time");
	scene_wait(scene, 4 * HOUR + 48 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST_FROM(setup, test_pause_ends_after_the_idle_days)
{
	scene_begin(scene, "first white clock 5m");
	scene_let_both_act(scene);
	scene_wait(scene, 290 * SECOND);
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_say(scene, ROOM, BOB, "!eg pause");
	scene_wait(scene, HOUR - 290 * SECOND + 9 * DAY - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_rings(scene, ANN,
		"#1 against @bob:test: the pause lasts 1 d more at most, until tomorrow 02:00 "
		"UTC.");
	scene_assert_rings(scene, BOB, "#1 against @ann:test: the pause lasts 1 d more");
	scene_say(scene, ROOM, BOB, "!eg resume");
	scene_wait(scene, DAY - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), 2); /* the bot sends the board and the hand */
	scene_assert_rings(scene, ANN, "Your hand: ");
	scene_assert_said(scene, ROOM, "until ");
	assert_int_equal(scene_match(scene, 1).left, 0);
	assert_int_equal(scene_match(scene, 1).proposal, BOT_NO_PROPOSAL);
	/* after the pause the player has the whole time for this turn again */
	scene_wait(scene, 5 * MINUTE - 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 1);
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
}

SCENE_TEST_FROM(setup, test_resumed_match_has_no_timer_of_its_pause)
{
	scene_begin(scene, "first white clock 30d");
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_say(scene, ROOM, BOB, "!eg pause");
	scene_wait(scene, 7 * DAY);
	scene_say(scene, ROOM, ANN, "!eg resume");
	scene_say(scene, ROOM, BOB, "!eg resume");
	scene_wait(scene, 14 * DAY);
	assert_int_equal(scene_events(scene), 0);
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_say(scene, ROOM, BOB, "!eg pause");
	/* moderators can stop a match during a pause, too */
	scene_say(scene, ROOM, EVE, "!eg stop yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	scene_wait(scene, 12 * DAY);
	assert_int_equal(scene_events(scene), 0);
}

SCENE_TEST_FROM(setup, test_practice_match_ends_too_when_nobody_acts)
{
	scene_tell(scene, ANN, "practice novice");
	scene_say(scene, ROOM, ANN, "!eg practice novice");
	scene_wait(scene, 9 * DAY);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_rings(scene, ANN, "against Novice: 1 d left, until");
	scene_wait(scene, DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	scene_assert_said(scene, ANN, "#1 (@ann:test – Novice) ends undecided");
	scene_assert_said(scene, ROOM, "#2 (@ann:test – Novice) ends undecided");
}

SCENE_TEST_FROM(setup, test_challenge_does_not_expire_while_a_message_is_unread)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene->unread = ROOM;
	scene_wait(scene, 25 * HOUR);
	assert_int_equal(scene_events(scene), 0);
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_downtime_does_not_count_towards_the_expiry_of_a_challenge)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_wait(scene, 23 * HOUR);
	scene_restart(scene, 2 * HOUR);
	scene_wait(scene, HOUR - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 1);
	scene_assert_answer(scene, ROOM, "#1 has expired");
}
