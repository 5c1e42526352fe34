/* Clocks with a reserve, such as `clock 1d+3d`. */
#include "bot/match/clock_words.h"
#include "tests/support/scene_match.h"

#include <string.h>

static enum eg_seat seat_of(const char *user)
{
	return strcmp(user, ANN) == 0 ? EG_WHITE : EG_BLACK;
}

UNIT_TEST(test_reserve_is_read)
{
	static const struct {
		const char *word;
		int64_t clock, bank;
	} cases[] = {
		{"1d+3d", DAY, 3 * DAY},
		{"2d+12h", 2 * DAY, 12 * HOUR},
		{"24h+1d", DAY, DAY},
		{"29d+1d", 29 * DAY, DAY},
		{"30d+1d", -1, -1},
		{"23h+1d", -1, -1},
		{"5m+1d", -1, -1},
		{"none+1d", -1, -1},
		{"1d+none", -1, -1},
		{"1d+", -1, -1},
		{"+3d", -1, -1},
		{"1d+3d+3d", -1, -1},
		{"1d", -1, -1},
		{"1d+30s", DAY, 30 * SECOND},
		{"1111111111111111d+1d", -1, -1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t clock = -1, bank = -1;

		assert_int_equal(
			bot_clock_read_bank(cases[i].word, &clock, &bank), cases[i].clock > 0);
		assert_int_equal(clock, cases[i].clock);
		assert_int_equal(bank, cases[i].bank);
	}
}

SCENE_TEST(test_terms_and_hand_show_the_reserve)
{
	scene_begin(scene, "clock 1d + 3d");
	assert_int_equal(scene_match(scene, 1).clock, DAY);
	assert_int_equal(scene_match(scene, 1).reserve[EG_BLACK], 3 * DAY);
	scene_ask(scene, scene_to_act(scene), "hand", "4 d left. (3 d in reserve)");
	scene_ask_in(
		scene, ROOM, ANN, "!eg board", "1 d for this turn, then 3 d in reserve, until ");
}

SCENE_TEST(test_turn_in_its_own_time_uses_no_reserve)
{
	scene_begin(scene, "clock 1d+3d");
	enum eg_seat seat = seat_of(scene_to_act(scene));
	scene_wait(scene, 23 * HOUR);
	scene_play(scene);
	assert_int_equal(scene_match(scene, 1).reserve[seat], 3 * DAY);
}

SCENE_TEST(test_longer_turn_uses_the_reserve_of_its_player_for_good)
{
	scene_begin(scene, "clock 1d+3d");
	enum eg_seat seat = seat_of(scene_to_act(scene));
	scene_wait(scene, 2 * DAY);
	scene_ask_in(scene, ROOM, ANN, "!eg board",
		"The time for this turn is over; 2 d left in reserve");
	scene_play(scene);
	assert_in_range(scene_match(scene, 1).reserve[seat], 2 * DAY - MINUTE, 2 * DAY);
	assert_int_equal(scene_match(scene, 1).reserve[eg_opponent(seat)], 3 * DAY);
	scene_play(scene);
	scene_wait(scene, 3 * DAY - 2 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 3 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

/* At half of the day, when the day is over, and near the end: each once, also after restarts. */
SCENE_TEST(test_player_is_told_when_the_reserve_runs)
{
	scene_begin(scene, "clock 1d+3d");
	const char *user = scene_to_act(scene);
	scene_wait(scene, 12 * HOUR + MINUTE);
	scene_assert_rings(scene, user, "left to act against");
	scene_restart(scene, SECOND);
	scene_wait(scene, 12 * HOUR);
	scene_assert_rings(scene, user, "your reserve runs: 3 d left");
	scene_restart(scene, SECOND);
	scene_wait(scene, 2 * DAY + 21 * HOUR);
	scene_assert_quiet(scene);
	scene_wait(scene, HOUR);
	scene_assert_rings(scene, user, "left to act against");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* A small reserve is nearly over when it begins. */
SCENE_TEST(test_player_with_a_small_reserve_is_told_once)
{
	scene_begin(scene, "clock 2d+1h");
	const char *user = scene_to_act(scene);
	scene_wait(scene, 47 * HOUR);
	scene_wait(scene, HOUR + MINUTE);
	scene_assert_rings(scene, user, "your reserve runs: 1 h left");
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, "left to act against"));
}

/* Days away stop the reserve as they stop the clock. */
SCENE_TEST(test_days_away_use_no_reserve)
{
	scene_begin(scene, "clock 1d+3d");
	const char *user = scene_to_act(scene);
	enum eg_seat seat = seat_of(user);
	scene_wait(scene, DAY + 12 * HOUR); /* half a day of the reserve is gone */
	scene_tell(scene, user, "away 5 days");
	scene_wait(scene, 5 * DAY);
	scene_play(scene);
	assert_in_range(scene_match(scene, 1).reserve[seat], 2 * DAY + 12 * HOUR - 2 * MINUTE,
		2 * DAY + 12 * HOUR + 2 * MINUTE);
	scene_play(scene);
	scene_tell(scene, user, "away 5 days");
	scene_play(scene); /* while away, so the clock does not even run */
	assert_in_range(scene_match(scene, 1).reserve[seat], 2 * DAY + 12 * HOUR - 2 * MINUTE,
		2 * DAY + 12 * HOUR + 2 * MINUTE);
}

SCENE_TEST(test_pause_keeps_the_reserve)
{
	scene_begin(scene, "clock 1d+3d");
	const char *user = scene_to_act(scene);
	enum eg_seat seat = seat_of(user);
	scene_wait(scene, 2 * DAY);
	scene_tell(scene, ANN, "pause");
	scene_tell(scene, BOB, "pause");
	assert_in_range(scene_match(scene, 1).reserve[seat], 2 * DAY - MINUTE, 2 * DAY);
	scene_wait(scene, 2 * DAY);
	scene_tell(scene, ANN, "resume");
	scene_tell(scene, BOB, "resume");
	scene_wait(scene, DAY);
	scene_play(scene);
	assert_in_range(scene_match(scene, 1).reserve[seat], DAY - MINUTE, DAY);
}

/* While the bot is down, no time passes for the players. */
SCENE_TEST(test_downtime_uses_no_reserve)
{
	scene_begin(scene, "clock 1d+3d");
	enum eg_seat seat = seat_of(scene_to_act(scene));
	scene_restart(scene, 3 * DAY);
	scene_play(scene);
	assert_int_equal(scene_match(scene, 1).reserve[seat], 3 * DAY);
}

SCENE_TEST(test_rematch_has_the_whole_reserve_again)
{
	scene_begin(scene, "clock 1d+3d");
	scene_wait(scene, 2 * DAY);
	scene_play(scene);
	scene_tell(scene, ANN, "resign yes");
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "1 d a turn, with 3 d in reserve");
	assert_int_equal(scene_match(scene, 2).reserve[EG_WHITE], 3 * DAY);
	assert_int_equal(scene_match(scene, 2).reserve[EG_BLACK], 3 * DAY);
}

SCENE_TEST(test_wrong_reserves_are_explained)
{
	static const char *const cases[][2] = {
		{"!eg challenge clock 5m+1d", "The clock must be a day or more"},
		{"!eg challenge 30d+3d", "both together at most 30 days"},
		{"!eg challenge clock 1d+", "A reserve is for turns that take longer"},
		{"!eg settings clock 1d+3d", "A reserve belongs to a single challenge"},
		{"!eg season 4 weeks clock 1d+3d", "A reserve belongs to a single challenge"},
		{"!eg night 20:00 clock 1d+3d", "A reserve belongs to a single challenge"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		scene_ask_in(scene, ROOM, EVE, cases[i][0], cases[i][1]);
}
