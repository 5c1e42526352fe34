/* What the page offers a player of a match: to pause, to abort, to claim, a rematch. */
#include "tests/support/scene_match.h"
#include "tests/support/scene_page.h"

#define TURNS "\"turns\":{\"white\":300000,\"black\":300000}"

SCENE_TEST(test_pause_stops_the_clock_and_the_choices)
{
	scene_give_private_rooms(scene);
	scene_begin(scene, "clock 5m first white");
	scene_let_both_act(scene);
	scene_wait(scene, 10 * SECOND);
	scene_tell(scene, BOB, "pause");
	scene_assert_table(scene, BOB, 0, "proposal", "{\"by\":\"black\",\"kind\":\"pause\"}");
	scene_assert_table(scene, BOB, 0, "may", "[\"resign\",\"abandon\",\"nudge\"]");
	scene_assert_table(scene, ANN, 0, "may", "[\"resign\",\"pause\",\"abandon\"]");
	scene_tell(scene, ANN, "pause");
	scene_assert_table(scene, ANN, 0, "proposal", "null");
	scene_assert_table(scene, ANN, 0, "may", "[\"resign\",\"resume\",\"abandon\"]");
	scene_assert_table(scene, ANN, 0, "choices", "[]");
	scene_assert_table(scene, ANN, 0, "coach", "null");
	scene_assert_table(
		scene, ANN, 0, "clock", "{\"turn\":300000," TURNS ",\"due\":null,\"left\":290000}");
	scene_tell(scene, ANN, "resume");
	scene_assert_table(scene, ANN, 0, "proposal", "{\"by\":\"white\",\"kind\":\"resume\"}");
	scene_assert_table(scene, ANN, 0, "may", "[\"resign\",\"abandon\"]");
}

/* Until both have acted, a player is offered to abort the match, and not to resign it. */
SCENE_TEST(test_abort_is_offered_until_both_have_acted)
{
	scene_give_private_rooms(scene);
	scene_begin(scene, "first white clock none");
	scene_assert_table(scene, ANN, 0, "may", "[\"abort\"]");
	scene_assert_table(scene, BOB, 0, "may", "[\"abort\",\"nudge\"]");
	scene_tell(scene, BOB, "abandon");
	scene_assert_table(scene, ANN, 0, "may", "[\"abort\",\"abandon\"]");
	scene_assert_table(scene, BOB, 0, "may", "[\"abort\",\"nudge\"]");
	scene_let_both_act(scene);
	scene_assert_table(scene, BOB, 0, "may", "[\"resign\",\"abandon\",\"nudge\"]");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_nudge_is_offered_once_an_hour)
{
	scene_tell(scene, BOB, "nudge");
	scene_assert_table(scene, BOB, 0, "may", "[\"resign\",\"abandon\"]");
	scene->now += HOUR;
	for (int64_t end = scene->steady + HOUR; scene->steady < end; scene->steady += MINUTE)
		SCENE_STORE(scene, bot_host_run_timers(scene->host, &(int64_t){0}));
	scene_assert_table(scene, BOB, 0, "may", "[\"resign\",\"abandon\",\"nudge\"]");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_claim_is_offered_when_it_is_due)
{
	SCENE_HOST(scene, bot_store_timer_set(scene->store, 1, BOT_TIMER_WHITE_ABSENT, INT64_MAX));
	scene_assert_table(scene, BOB, 0, "may", "[\"resign\",\"abandon\",\"nudge\"]");
	SCENE_HOST(scene, bot_store_timer_set(scene->store, 1, BOT_TIMER_WHITE_CLAIM, INT64_MAX));
	scene_assert_table(scene, BOB, 0, "may", "[\"resign\",\"abandon\",\"claim\",\"nudge\"]");
	scene_assert_table(scene, ANN, 0, "may", "[\"resign\",\"abandon\"]");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_ended_match_offers_a_rematch_for_a_day)
{
	scene_tell(scene, ANN, "resign yes");
	json_t *whole = scene_table(scene, ANN);
	scene_assert_field(scene_shown(whole, 0), "status", "\"ended\"");
	scene_assert_field(scene_shown(whole, 0), "may", "[\"rematch\"]");
	scene_assert_field(scene_shown(whole, 0), "ending", "\"resigned\"");
	scene_assert_field(scene_shown(whole, 0), "winner", "\"black\"");
	scene_assert_field(
		scene_shown(whole, 0), "verdict", "\"@bob:test wins, @ann:test resigned\"");
	scene_assert_field(scene_shown(whole, 0), "hand", "[1,2,5,5,5]");
	scene_assert_field(scene_shown(whole, 0), "choices", "[]");
	scene_assert_field(json_object_get(scene_shown(whole, 0), "position"), "to_act", "null");
	json_decref(whole);
	whole = scene_board(scene);
	scene_assert_field(
		scene_shown(whole, 0), "verdict", "\"@bob:test wins, @ann:test resigned\"");
	assert_null(json_object_get(scene_shown(whole, 0), "hand"));
	json_decref(whole);
	scene_say(scene, ROOM, ANN, "!eg rematch");
	whole = scene_table(scene, ANN);
	assert_int_equal(scene_count_shown(whole), 2);
	scene_assert_field(scene_shown(whole, 0), "may", "[\"cancel\"]");
	scene_assert_field(scene_shown(whole, 1), "may", "[]");
	json_decref(whole);
	scene_assert_table(scene, BOB, 0, "may", "[\"accept\",\"decline\"]");
	scene_assert_table(scene, BOB, 1, "may", "[\"rematch\"]");
	scene->now += DAY;
	whole = scene_table(scene, ANN);
	assert_int_equal(scene_count_shown(whole), 2);
	json_decref(whole);
	scene->now++;
	whole = scene_table(scene, ANN);
	assert_int_equal(scene_count_shown(whole), 1);
	json_decref(whole);
}
