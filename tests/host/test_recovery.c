/*
 * What the host does after the administrator has restored a backup, and before they erase the data
 * of a user.
 */
#include "tests/support/scene_match.h"

SCENE_TEST(test_restored_match_is_shown_again)
{
	scene_begin(scene, "first white");
	SCENE_CALL(scene, bot_host_restored(scene->host));
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_rows_that_say(scene, ROOM, "older copy"), 1);
	assert_int_equal(scene_rows_that_say(scene, ROOM, "to act"), 1);
	assert_int_equal(scene_rows_that_say(scene, ANN, "Your hand"), 1);
	assert_int_equal(scene_last(scene, ANN)->ring, BOT_RING);
	assert_int_equal(scene_rows_that_say(scene, BOB, ""), 0);
}

/*
 * Players may have seen the cards to come after the backup. So a match of the backup is not rated:
 * one that is played, one that waits for its players, and one whose challenge is open. A match that
 * is made later is.
 */
SCENE_TEST(test_restored_matches_are_not_rated)
{
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene->unreachable = EVE;
	scene_begin_between(scene, BOB, EVE, "first white");
	scene_say(scene, ROOM, ANN, "!eg challenge " EVE " first white");
	SCENE_CALL(scene, bot_host_restored(scene->host));
	assert_int_equal(scene_rows_that_say(scene, ROOM, "#1 (@ann:test"), 1);
	assert_int_equal(
		scene_rows_that_say(scene, ROOM, "It is not rated: I was restored from"), 1);
	assert_int_equal(
		scene_rows_that_say(scene, ANN, "It is not rated: I was restored from"), 1);
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");
	scene_assert_said(scene, ROOM, "It is not rated: I was restored from an older copy");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	scene_say(scene, ROOM, ANN, "!eg verify #1"); /* its proof is as true as before */
	scene_assert_answer(scene, ROOM, "#1: what was played is correct.");
	scene->unreachable = NULL;
	scene_report_reached(scene, EVE);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	assert_int_equal(scene_rows_that_say(scene, ROOM, "#2 will not be rated"), 1);
	scene_say(scene, ROOM, EVE, "!eg accept #3");
	assert_int_equal(scene_rows_that_say(scene, ROOM, "#3 will not be rated"), 1);
	scene_tell(scene, BOB, "a");
	scene_tell(scene, EVE, "a #2");
	scene_say(scene, ROOM, BOB, "!eg resign #2 yes");
	scene_assert_said(scene, ROOM, "It is not rated: I was restored from an older copy");
	for (int64_t id = 1; id <= 3; id++)
		assert_false(scene_match(scene, id).rated);
	scene_begin(scene, "first white");
	assert_false(scene_match(scene, 4).restored);
}

SCENE_TEST(test_restored_challenge_is_not_posted_again)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	SCENE_CALL(scene, bot_host_restored(scene->host));
	assert_int_equal(scene_events(scene), 0);
}

SCENE_TEST(test_restored_practice_match_is_shown_in_private)
{
	scene_tell(scene, ANN, "practice");
	SCENE_CALL(scene, bot_host_restored(scene->host));
	assert_int_equal(scene_events(scene), 1);
	assert_int_equal(scene_rows_that_say(scene, ANN, "older copy"), 1);
	assert_int_equal(scene_rows_that_say(scene, ANN, "Your hand"), 1);
}

SCENE_TEST(test_matches_and_challenges_of_a_removed_user_end)
{
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg challenge " EVE);
	SCENE_CALL(scene, bot_host_remove_user(scene->host, ANN));
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 2).ending, BOT_ENDING_UNKNOWN);
	assert_int_equal(scene_rows_that_say(scene, ROOM, "data was erased"), 2);
}

SCENE_TEST(test_removing_a_user_who_does_not_play_changes_nothing)
{
	scene_begin(scene, "");
	SCENE_CALL(scene, bot_host_remove_user(scene->host, EVE));
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene->count, scene->mark);
}

SCENE_TEST(test_bot_leaves_the_private_room_of_a_removed_user)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, "!private:test"));
	SCENE_CALL(scene, bot_host_remove_user(scene->host, ANN));
	assert_int_equal(scene->count - scene->mark, 1);
	assert_int_equal(scene->row[scene->mark].kind, BOT_OUT_LEAVE);
	assert_string_equal(scene->row[scene->mark].to, "!private:test");
}
