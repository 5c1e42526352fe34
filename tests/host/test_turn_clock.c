/*
 * The turn clock: reminders and forfeits come at the right instant, even if the bot restarts or the
 * system's clock jumps.
 */
#include "tests/support/scene_match.h"

#include <string.h>

static void assert_quiet_for(struct scene *scene, int64_t ms)
{
	scene_wait(scene, ms);
	scene_assert_quiet(scene);
}

/*
 * Asserts that White forfeits exactly after `ms`. Until then the bot sends no message, and then it
 * sends two messages.
 */
static void assert_forfeit_after(struct scene *scene, int64_t ms)
{
	int64_t next;

	assert_quiet_for(scene, ms - 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	scene_assert_said(scene, ROOM, "@ann:test has run out of time: @bob:test wins #1.");
	scene_run_timers(scene, &next);
	assert_int_equal(next, -1);
	assert_quiet_for(scene, DAY);
}

UNIT_TEST(test_clock_accepts_these_lengths)
{
	static const struct {
		const char *word;
		int64_t clock; /* -1 if the word is refused */
	} cases[] = {
		{"5m", 5 * MINUTE},
		{"90s", 90 * SECOND},
		{"2H", 2 * HOUR},
		{"5min", 5 * MINUTE},
		{"5 min", 5 * MINUTE},
		{"45 Seconds", 45 * SECOND},
		{"3 days", 3 * DAY},
		{"2std", 2 * HOUR},
		{"3 Tage", 3 * DAY},
		{"1 uur", HOUR},
		{"10 minuti", 10 * MINUTE},
		{"3d", 3 * DAY},
		{"none", 0},
		{"30s", 30 * SECOND},
		{"30d", 30 * DAY},
		{"720h", 30 * DAY},
		{"29s", -1},
		{"0m", -1},
		{"31d", -1},
		{"721h", -1},
		{"5", -1},
		{"m", -1},
		{"5w", -1},
		{"-5m", -1},
		{"5mm", -1},
		{"99999999999d", -1},
		{"9999999999999999999999d", -1},
		{"", -1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene *scene = scene_create(1);
		struct bot_match match;
		scene_sayf(scene, ROOM, ANN, "!eg challenge to 3 clock %s", cases[i].word);
		if (cases[i].clock < 0) {
			scene_assert_answer(scene, ROOM, "From 30 seconds to 30 days");
			assert_false(bot_store_match_get(scene->store, 1, &match));
		} else {
			assert_int_equal(scene_match(scene, 1).clock, cases[i].clock);
		}
		scene_destroy(scene);
	}
}

UNIT_TEST(test_clock_is_shown_with_challenge_board_and_hand)
{
	struct scene *scene = scene_create(1);

	scene_give_private_rooms(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob clock 90s unseen",
		"first to 5, 1 min 30 s a turn, unseen");
	scene_destroy(scene);
	scene = scene_create(1);
	scene_begin(scene, "clock 5m first white"); /* the time is 00:16:40 */
	scene_assert_said(scene, ROOM, "5 min for this turn, until 00:21:40 UTC.");
	scene_assert_said(scene, ANN, "pile 15. 5 min left.");
	assert_null(strstr(scene_last(scene, BOB)->body, "left"));
	scene_destroy(scene);
	scene = scene_create(1);
	scene_begin(scene, "clock 3d");
	scene_assert_said(scene, ROOM, "until Sun 00:16 UTC.");
	scene_destroy(scene);
	scene = scene_create(1);
	scene_begin(scene, "clock none");
	assert_null(strstr(scene_last(scene, ROOM)->body, "for this turn"));
	assert_quiet_for(scene, 26 * DAY);
	scene_destroy(scene);
}

static void assert_reminded(struct scene *scene, const char *text)
{
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), 1);
	scene_assert_rings(scene, ANN, text);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_reminds_at_half_and_at_nine_tenths_then_forfeits)
{
	assert_quiet_for(scene, 150 * SECOND - 1);
	assert_reminded(scene, "#1: 2 min 30 s left to act against @bob:test.");
	assert_quiet_for(scene, 120 * SECOND - 1);
	assert_reminded(scene, "#1: 30 s left to act against @bob:test.");
	assert_forfeit_after(scene, 30 * SECOND);
}

/* A process that was stopped for less than the host would notice by itself tells the host. */
SCENE_TEST_FROM(scene_setup_timed, test_clock_stands_still_while_the_process_is_stopped)
{
	scene_wait(scene, 290 * SECOND);
	for (int i = 0; i < 5; i++) {
		scene->steady += 70 * SECOND;
		scene->now += 70 * SECOND;
		bot_host_stood_still(scene->host);
		scene_wait(scene, 1);
	}
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 9 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 2 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_starts_anew_with_each_turn)
{
	scene_wait(scene, 290 * SECOND);
	scene_tell(scene, ANN, "a");
	scene_assert_said(scene, ROOM, "until 00:26:30 UTC.");
	assert_quiet_for(scene, 150 * SECOND - 1);
	scene_wait(scene, 1);
	scene_assert_answer(scene, BOB, "2 min 30 s left to act against @ann:test");
	scene_wait(scene, 149 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, BOB, "a");
	scene_wait(scene, 150 * SECOND - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 150 * SECOND + 1);
	scene_assert_said(scene, ROOM, "@ann:test has run out of time");
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_stands_still_while_the_bot_is_down)
{
	scene_wait(scene, 280 * SECOND);
	/* the bot is down for much longer than the rest of the turn */
	scene_restart(scene, 3 * DAY);
	scene_wait(scene, 0);
	/* the same time of day as before the restart, but three days later */
	scene_assert_answer(scene, ROOM, "until 00:21:40 UTC.");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_forfeit_after(scene, 20 * SECOND);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_reminds_after_the_bot_was_down)
{
	scene_wait(scene, 100 * SECOND);
	scene_restart(scene, HOUR);
	scene_wait(scene, 0);
	scene_assert_answer(scene, ROOM, "until 01:21:40 UTC.");
	assert_quiet_for(scene, 50 * SECOND - 1);
	assert_reminded(scene, "2 min 30 s left");
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_goes_back_to_the_last_stored_time_after_a_crash)
{
	scene_wait(scene, 280 * SECOND);
	scene->steady += 15 * SECOND; /* the bot is killed before it stores that 15 s have passed */
	scene->now += 15 * SECOND;
	scene_restart(scene, SECOND);
	assert_forfeit_after(scene, 20 * SECOND);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_goes_on_after_a_reboot_that_resets_the_steady_clock)
{
	scene->steady = 100 * DAY;
	scene_restart(scene, 0);
	scene_wait(scene, 280 * SECOND);
	scene->steady = 5 * SECOND;
	scene_restart(scene, SECOND);
	assert_forfeit_after(scene, 20 * SECOND);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_accepts_an_action_right_after_the_bot_was_down)
{
	scene_wait(scene, 280 * SECOND);
	scene_restart(scene, DAY);
	scene_tell(scene, ANN, "a");
	scene_assert_said(scene, ROOM, "until 00:26:20 UTC.");
	scene_wait(scene, 299 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, SECOND);
	scene_assert_said(scene, ROOM, "@bob:test has run out of time");
}

UNIT_TEST_FROM(scene_setup_timed, scene_teardown, test_clock_ignores_jumps_of_the_wall_clock)
{
	static const int64_t jumps[] = {
		400 * DAY, HOUR, 2 * MINUTE, -2 * MINUTE, -HOUR, -10000 * DAY};

	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++) {
		struct scene *scene = scene_create(1);

		scene_begin(scene, "clock 5m first white");
		scene_let_both_act(scene);
		scene_wait(scene, 280 * SECOND);
		scene->now += jumps[i];
		scene_wait(scene, 0);
		scene_assert_answer(
			scene, ROOM, "for this turn, until"); /* the bot edits the board */
		assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
		assert_forfeit_after(scene, 20 * SECOND);
		scene_destroy(scene);
	}
}

/* The bot hears nobody while the homeserver is down or the machine is suspended. */
SCENE_TEST_FROM(scene_setup_timed, test_clock_stands_still_while_the_bot_hears_nobody)
{
	scene_wait(scene, 280 * SECOND);
	scene->steady += HOUR;
	scene->now += HOUR;
	scene_wait(scene, 0);
	scene_assert_answer(scene, ROOM, "until 01:21:40 UTC.");
	assert_forfeit_after(scene, 20 * SECOND);
}

/* Calls the host, and rolls back everything that the host stored. */
static void tick_and_roll_back(struct scene *scene)
{
	int64_t next;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_run_timers(scene->host, &next), BOT_OK);
	bot_store_rollback(scene->store);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_is_exact_although_calls_are_rolled_back)
{
	scene_wait(scene, 280 * SECOND);
	scene_restart(scene, DAY);
	tick_and_roll_back(scene);
	/* no call of the host has succeeded since the restart: these seconds don't count */
	scene->steady += 10 * SECOND;
	scene->now += 10 * SECOND;
	scene_wait(scene, 19 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene->steady += 5 * SECOND; /* a call of the host has succeeded: these seconds count */
	scene->now += 5 * SECOND;
	tick_and_roll_back(scene);
	tick_and_roll_back(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 0);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	scene_assert_said(scene, ROOM, "@ann:test has run out of time");
}

/*
 * If two reminders are due at the same time, the bot sends only the later reminder. If the forfeit
 * is due, too, the bot sends no reminder.
 */
SCENE_TEST(test_clock_sends_only_the_last_of_the_timers_that_are_due)
{
	scene_begin(scene, "clock 60s");
	scene_wait(scene, 0);
	scene->steady += 57 * SECOND;
	scene->now += 57 * SECOND;
	scene_wait(scene, 0);
	assert_int_equal(scene_events(scene), 1);
	scene->steady += 57 * SECOND;
	scene->now += 57 * SECOND;
	scene_wait(scene, 0);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST_FROM(scene_setup_timed, test_clock_stops_when_the_match_ends)
{
	int64_t next;

	scene_tell(scene, BOB, "resign yes");
	scene_run_timers(scene, &next);
	assert_int_equal(next, -1);
	assert_quiet_for(scene, DAY);
}

/* Players who always act in time never forfeit, even if the bot restarts again and again. */
UNIT_TEST(test_clock_never_runs_out_in_matches_played_in_time)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct scene *scene = scene_create(seed);
		uint32_t dice = (uint32_t)seed;
		int64_t next;

		scene_begin(scene, "to 2 clock 30s");
		while (scene_match(scene, 1).status == BOT_PLAYING) {
			const struct eg_match state_now = scene_state(scene, 1);
			const char *user = state_now.round.to_act == EG_WHITE ? ANN : BOB;

			dice = dice * 1664525U + 1013904223U;
			scene_wait(scene, (dice >> 8) % 30000);
			assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
			if (dice & 64)
				scene_restart(scene, (dice >> 3) % DAY);
			scene_tell(scene, user, "a");
		}
		scene_assert_said(scene, ROOM, "wins #1 against");
		scene_run_timers(scene, &next);
		assert_int_equal(next, -1);
		scene_destroy(scene);
	}
}

/* The unread message is in the match's room, or in a player's private room. */
UNIT_TEST(test_clock_does_not_run_out_while_a_message_is_unread)
{
	static const char *const rooms[] = {ROOM, "!ann's:test"};

	for (size_t i = 0; i < 2; i++) {
		struct scene *scene = scene_create(1);

		scene_begin(scene, "clock 5m first white");
		scene_let_both_act(scene);
		SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, "!ann's:test"));
		SCENE_HOST(scene, bot_store_set_joined(scene->store, ANN, true));
		scene->unread = "!elsewhere:test";
		scene_wait(scene, 280 * SECOND);
		scene->unread = rooms[i];
		assert_quiet_for(scene, 10 * MINUTE);
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		scene->unread = NULL;
		scene_wait(scene, 5 * SECOND);
		scene_assert_said(scene, ROOM, "@ann:test has run out of time");
		assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
		scene_destroy(scene);
	}
}
