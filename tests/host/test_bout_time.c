/*
 * The time that the fencers of a bout have together: what counts as theirs, what they hear of it,
 * and who wins a bout whose time is over.
 */
#include "bot/call/call.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>

#define CLOCK "30m to 15 clock 1m"

/* Plays on, each turn after so many seconds, until the bout ends. Returns after how many turns. */
static int play_slowly(struct scene *scene, int64_t id, int64_t seconds)
{
	for (int turns = 0; turns < 100; turns++) {
		scene_wait(scene, seconds * SECOND);
		if (scene_match(scene, id).status != BOT_PLAYING)
			return turns;
		scene_play_last(scene, id);
	}
	fail_msg("the bout does not end");
	return 0;
}

/* Somebody acts at once; the homeserver takes a minute for the hand of the next one. */
static void play_on_slow_homeserver(struct scene *scene, int64_t id)
{
	scene->is_slow = true;
	scene_play_last(scene, id);
	scene_wait(scene, MINUTE);
	scene->is_slow = false;
	scene_wait(scene, 0);
}

SCENE_TEST(test_bout_is_not_cut_while_the_bot_waits)
{
	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	for (int i = 0; i < 20; i++)
		play_on_slow_homeserver(scene, id);
	assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
}

/* A bout can't be drawn out: 15 turns of a minute are 16 turns of less than 60 seconds. */
SCENE_TEST(test_own_time_for_a_bout_is_limited)
{
	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	play_on_slow_homeserver(scene, id);
	assert_int_equal(play_slowly(scene, id, 59), 15);
	assert_int_equal(scene_match(scene, id).ending, BOT_UNDECIDED);
	assert_false(scene_match(scene, id).rated);
	scene_wait(scene, SECOND);
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bout[0].state, BOT_BOUT_ENDED);
	assert_int_not_equal(night->bout[0].winner, BOT_BOUT_NOBODY);
	free(night);
}

/* Who has removed the bot from the private room gets no hand, but the bout waits not for ever. */
SCENE_TEST(test_bout_runs_if_a_hand_is_never_delivered)
{
	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	scene_play_last(scene, id);
	const struct bot_match match = scene_match(scene, id);
	const char *gone = match.player[1 - scene_state(scene, id).round.to_act];
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, gone, NULL));
	scene->is_slow = true;
	scene_play_last(scene, id);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
		scene_wait(scene, 4 * MINUTE);
	}
	scene_wait(scene, 4 * MINUTE);
	assert_int_not_equal(scene_match(scene, id).status, BOT_PLAYING);
}

/* The board tells how much time is left; the hands do so when it is little. */
SCENE_TEST(test_fencers_are_warned)
{
	static const char warning[] = "\nThe time for this bout is nearly over: both fencers";

	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	scene_say(scene, ROOM, EVE, "!eg board #1");
	scene_assert_said(scene, ROOM, "Both fencers together have 14 min 59 s for the");
	const struct bot_match match = scene_match(scene, id);
	for (size_t turns = 1; turns < 15; turns++) {
		scene_wait(scene, 58 * SECOND);
		scene_play_last(scene, id);
		assert_int_equal(scene_count_said(scene, match.player[EG_WHITE], warning) +
					 scene_count_said(scene, match.player[EG_BLACK], warning),
			turns > 10 ? turns - 10 : 0);
	}
	scene_assert_said(scene, match.player[scene_state(scene, id).round.to_act], warning);
}

/*
 * Plays a bout until its time is over, and checks that both hear why somebody has won. Returns
 * whether lots have decided.
 */
static bool end_by_lots(struct scene *scene, int64_t seconds)
{
	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	play_slowly(scene, id, seconds);
	const struct eg_match state = scene_state(scene, id);
	const struct bot_match match = scene_match(scene, id);
	bool equal = state.score[EG_WHITE] == state.score[EG_BLACK];
	scene_wait(scene, SECOND);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(scene_count_said(scene, match.player[i],
					 equal ? "the touches are equal" : "has more touches"),
			1);
		assert_int_equal(scene_count_said(scene, match.player[i],
					 "Lots have decided the bout #1: @f"),
			equal);
	}
	return equal;
}

/* After so many turns, the first round has ended. */
SCENE_TEST(test_more_touches_win)
{
	assert_false(end_by_lots(scene, 25));
}

/* After so few turns, it has not, unless the cards are unusual. */
UNIT_TEST_FROM(scene_setup, scene_teardown, test_lots_decide_between_equal_touches)
{
	bool equal = false;

	for (uint64_t seed = 1; seed <= 10 && !equal; seed++) {
		struct scene *scene = scene_create(seed);

		equal = end_by_lots(scene, 58);
		scene_destroy(scene);
	}
	assert_true(equal);
}

/* Nobody can stop the time by leaving the private room, where no hand reaches them. */
SCENE_TEST(test_time_for_a_bout_runs_for_a_fencer_who_is_away)
{
	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	scene_play_last(scene, id);
	scene_play_last(scene, id);
	const struct bot_match match = scene_match(scene, id);
	const char *gone = match.player[1 - scene_state(scene, id).round.to_act];
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, gone, "!private:test"));
	scene->is_slow = true;
	scene_play_last(scene, id);
	SCENE_CALL(scene, bot_host_user_left(scene->host, "!private:test", gone));
	scene->is_slow = false;
	scene_wait(scene, 14 * MINUTE);
	assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
	scene_wait(scene, MINUTE);
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
}

/* Nobody is told that a turn lasts longer than the bout, and the reminders come before its end. */
SCENE_TEST(test_turn_ends_with_the_bout)
{
	scene_begin_night(scene, CLOCK, 3);
	int64_t id = scene_bout(scene);
	for (size_t turns = 0; turns < 15; turns++) {
		scene_wait(scene, 58 * SECOND);
		scene_play_last(scene, id);
	}
	const struct bot_match match = scene_match(scene, id);
	const char *next = match.player[scene_state(scene, id).round.to_act];
	scene_assert_said(scene, next, "29 s left.\nThe time for this bout is nearly over");
	scene_ask_in(scene, ROOM, EVE, "!eg board #1", "29 s for this turn, until");
	scene_wait(scene, 28 * SECOND);
	scene_assert_said(scene, next, "#1: 6 s left to act against");
	scene_wait(scene, 6 * SECOND);
	assert_int_equal(scene_match(scene, id).ending, BOT_UNDECIDED);
}
