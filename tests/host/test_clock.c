/* Clocks: reminders and forfeits at their instants, whatever the process and its clock go through.
 */
#include "tests/support/scene.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static void assert_quiet_for(struct scene *scene, int64_t ms)
{
	scene_wait(scene, ms);
	for (size_t i = scene->mark; i < scene->count; i++)
		fail_msg("after %lld ms: %s", (long long)ms, scene->row[i].body);
}

/* To the millisecond: nothing before, and then these two, to the room. */
static void assert_forfeit_after(struct scene *scene, int64_t ms)
{
	int64_t next;

	assert_quiet_for(scene, ms - 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "@ann:test has run out of time: @bob:test wins #1.");
	scene_tick(scene, &next);
	assert_int_equal(next, -1);
	assert_quiet_for(scene, DAY);
}

static void test_clock_lengths(void **state)
{
	static const struct {
		const char *word;
		int64_t clock; /* -1: refused */
	} cases[] = {
		{"5m", 5 * MINUTE},
		{"90s", 90 * SECOND},
		{"2H", 2 * HOUR},
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
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene *scene = scene_create(1);
		struct bot_match match;
		char text[64];

		snprintf(text, sizeof(text), "!eg challenge to 3 clock %s", cases[i].word);
		scene_say(scene, ROOM, ANN, text);
		if (cases[i].clock < 0) {
			scene_assert_answer(scene, ROOM, "It goes like this");
			assert_int_equal(
				bot_store_match_get(scene->store, 1, &match), BOT_NOT_FOUND);
		} else {
			assert_int_equal(scene_match(scene, 1).clock, cases[i].clock);
		}
		scene_destroy(scene);
	}
}

static void test_clock_is_told_in_the_challenge_and_where_it_runs(void **state)
{
	struct scene *scene = scene_create(1);
	(void)state;

	scene_say(scene, ROOM, ANN, "!eg challenge @bob clock 90s unseen");
	scene_assert_answer(scene, ROOM, "@ann:test begins, 1 min 30 s a turn, unseen");
	scene_destroy(scene);
	scene = scene_create(1);
	scene_begin(scene, "clock 5m first white"); /* at 00:16:40 */
	scene_assert_said(scene, ROOM, "@ann:test is to act. Time runs out at 00:21:40 UTC.");
	scene_assert_said(scene, ANN, "Time runs out at 00:21:40 UTC.");
	assert_null(strstr(scene_last(scene, BOB)->body, "Time"));
	scene_destroy(scene);
	scene = scene_create(1);
	scene_begin(scene, "clock 3d");
	scene_assert_said(scene, ROOM, "Time runs out at 1970-01-04 00:16 UTC.");
	scene_destroy(scene);
	scene = scene_create(1);
	scene_begin(scene, "");
	assert_null(strstr(scene_last(scene, ROOM)->body, "Time"));
	assert_quiet_for(scene, 40 * DAY);
	scene_destroy(scene);
}

static void assert_reminded(struct scene *scene, const char *text)
{
	scene_wait(scene, 1);
	scene_assert_answer(scene, ANN, text);
	assert_true(scene_last(scene, ANN)->private);
	assert_int_equal(scene_last(scene, ANN)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, ANN)->mention, ANN);
}

static void test_clock_reminds_at_half_and_at_nine_tenths_then_forfeits(void **state)
{
	struct scene *scene = *state;

	assert_quiet_for(scene, 150 * SECOND - 1);
	assert_reminded(scene, "#1: 2 min 30 s left to act against @bob:test. Time runs out at "
			       "00:21:40 UTC.");
	assert_quiet_for(scene, 120 * SECOND - 1);
	assert_reminded(scene, "#1: 30 s left to act against @bob:test.");
	assert_forfeit_after(scene, 30 * SECOND);
}

static void test_clock_is_full_for_each_turn(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 290 * SECOND);
	scene_tell(scene, ANN, "1");
	scene_assert_said(scene, ROOM, "@bob:test is to act. Time runs out at 00:26:30 UTC.");
	assert_quiet_for(scene, 150 * SECOND - 1);
	scene_wait(scene, 1);
	scene_assert_answer(scene, BOB, "2 min 30 s left to act against @ann:test");
	scene_wait(scene, 149 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, BOB, "1");
	scene_wait(scene, 150 * SECOND - 1);
	assert_int_equal(scene_events(scene), 0);
	scene_wait(scene, 150 * SECOND + 1);
	scene_assert_said(scene, ROOM, "@ann:test has run out of time");
}

static void test_clock_stands_still_while_the_bot_is_down(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 280 * SECOND);
	scene_restart(scene, 3 * DAY); /* long over the deadline */
	scene_wait(scene, 0);
	scene_assert_answer(scene, ROOM, "Time runs out at 00:21:40 UTC."); /* three days on */
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_forfeit_after(scene, 20 * SECOND);
}

static void test_clock_is_reminded_of_after_the_bot_was_down(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 100 * SECOND);
	scene_restart(scene, HOUR);
	scene_wait(scene, 0);
	scene_assert_answer(scene, ROOM, "Time runs out at 01:21:40 UTC.");
	assert_quiet_for(scene, 50 * SECOND - 1);
	assert_reminded(scene, "2 min 30 s left");
}

static void test_clock_of_a_crash_gives_back_what_was_not_noted(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 280 * SECOND);
	scene->steady += 15 * SECOND; /* and is killed before the host is called again */
	scene->now += 15 * SECOND;
	scene_restart(scene, SECOND);
	assert_forfeit_after(scene, 20 * SECOND);
}

static void test_clock_of_a_new_boot_begins_anywhere(void **state)
{
	struct scene *scene = *state;

	scene->steady = 100 * DAY;
	scene_restart(scene, 0);
	scene_wait(scene, 280 * SECOND);
	scene->steady = 5 * SECOND;
	scene_restart(scene, SECOND);
	assert_forfeit_after(scene, 20 * SECOND);
}

static void test_clock_lets_an_answer_come_first_after_the_bot_was_down(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 280 * SECOND);
	scene_restart(scene, DAY);
	scene_tell(scene, ANN, "1");
	scene_assert_said(scene, ROOM, "@bob:test is to act. Time runs out at 00:26:20 UTC.");
	scene_wait(scene, 299 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, SECOND);
	scene_assert_said(scene, ROOM, "@bob:test has run out of time");
}

static void test_clock_charges_no_jump_of_the_wall_clock(void **state)
{
	static const int64_t jumps[] = {
		400 * DAY, HOUR, 2 * MINUTE, -2 * MINUTE, -HOUR, -10000 * DAY};
	(void)state;

	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++) {
		struct scene *scene = scene_create(1);

		scene_begin(scene, "clock 5m first white");
		scene_wait(scene, 280 * SECOND);
		scene->now += jumps[i];
		scene_wait(scene, 0);
		scene_assert_answer(scene, ROOM, "Time runs out at"); /* the board, edited */
		assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
		assert_forfeit_after(scene, 20 * SECOND);
		scene_destroy(scene);
	}
}

/* As while the homeserver is away, or the machine asleep. */
static void test_clock_stands_still_while_nobody_is_heard(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 280 * SECOND);
	scene->steady += HOUR;
	scene->now += HOUR;
	scene_wait(scene, 0);
	scene_assert_answer(scene, ROOM, "Time runs out at 01:21:40 UTC.");
	assert_forfeit_after(scene, 20 * SECOND);
}

/* The host is called, and then the store fails to keep it. */
static void tick_in_vain(struct scene *scene)
{
	int64_t next;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_tick(scene->host, &next), BOT_OK);
	bot_store_rollback(scene->store);
}

static void test_clock_is_exact_where_a_call_is_rolled_back(void **state)
{
	struct scene *scene = *state;

	scene_wait(scene, 280 * SECOND);
	scene_restart(scene, DAY);
	tick_in_vain(scene);
	scene->steady += 10 * SECOND; /* until it works nobody is charged */
	scene->now += 10 * SECOND;
	scene_wait(scene, 19 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene->steady += 5 * SECOND; /* from now on everybody is */
	scene->now += 5 * SECOND;
	tick_in_vain(scene);
	tick_in_vain(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 0);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "@ann:test has run out of time");
}

/* Of two reminders and a forfeit that are due at once the last alone is heard. */
static void test_clock_called_late_says_the_last_thing_only(void **state)
{
	struct scene *scene = scene_create(1);
	(void)state;

	scene_begin(scene, "clock 60s");
	scene->steady += 57 * SECOND;
	scene->now += 57 * SECOND;
	scene_wait(scene, 0);
	assert_int_equal(scene_events(scene), 1);
	scene->steady += 57 * SECOND;
	scene->now += 57 * SECOND;
	scene_wait(scene, 0);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	scene_destroy(scene);
}

static void test_clock_ends_with_the_match(void **state)
{
	struct scene *scene = *state;
	int64_t next;

	scene_tell(scene, BOB, "resign");
	scene_tick(scene, &next);
	assert_int_equal(next, -1);
	assert_quiet_for(scene, DAY);
}

/* Players who think for a random part of their time lose none of it, and no match by it. */
static void test_clock_of_whole_matches(void **state)
{
	(void)state;
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
			scene_tell(scene, user, "1");
		}
		scene_assert_said(scene, ROOM, "wins #1 against");
		scene_tick(scene, &next);
		assert_int_equal(next, -1);
		scene_destroy(scene);
	}
}

static void test_challenge_expires_by_the_same_time(void **state)
{
	struct scene *scene = scene_create(1);
	(void)state;

	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_wait(scene, 23 * HOUR);
	scene_restart(scene, 2 * HOUR);
	assert_quiet_for(scene, HOUR - 1);
	scene_wait(scene, 1);
	scene_assert_answer(scene, ROOM, "#1 has expired");
	scene_destroy(scene);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup_timed, scene_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clock_lengths),
		cmocka_unit_test(test_clock_is_told_in_the_challenge_and_where_it_runs),
		TEST(test_clock_reminds_at_half_and_at_nine_tenths_then_forfeits),
		TEST(test_clock_is_full_for_each_turn),
		TEST(test_clock_stands_still_while_the_bot_is_down),
		TEST(test_clock_is_reminded_of_after_the_bot_was_down),
		TEST(test_clock_of_a_crash_gives_back_what_was_not_noted),
		TEST(test_clock_of_a_new_boot_begins_anywhere),
		TEST(test_clock_lets_an_answer_come_first_after_the_bot_was_down),
		TEST(test_clock_charges_no_jump_of_the_wall_clock),
		TEST(test_clock_stands_still_while_nobody_is_heard),
		TEST(test_clock_is_exact_where_a_call_is_rolled_back),
		cmocka_unit_test(test_clock_called_late_says_the_last_thing_only),
		TEST(test_clock_ends_with_the_match),
		cmocka_unit_test(test_clock_of_whole_matches),
		cmocka_unit_test(test_challenge_expires_by_the_same_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
