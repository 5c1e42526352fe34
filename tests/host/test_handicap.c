/* Handicaps: a player begins with touches or has a longer clock. Such a match is not rated. */
#include "bot/match/clock_words.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define UNRATED "casual, so not rated"

UNIT_TEST(test_two_clocks_are_read)
{
	static const struct {
		const char *word;
		int64_t mine, other;
	} cases[] = {{"1h/4h", HOUR, 4 * HOUR}, {"4h/1h", 4 * HOUR, HOUR},
		{"5m/5m", 300000, 300000}, {"30s/30d", 30 * SECOND, 30 * DAY}, {"1h/none", -1, -1},
		{"none/1h", -1, -1}, {"1h/", -1, -1}, {"/1h", -1, -1}, {"1h", -1, -1},
		{"1h/29s", -1, -1}, {"1h/31d", -1, -1}, {"1h/2h/3h", -1, -1}, {"1d+1d/2d", -1, -1},
		{"1111111111111h/1h", -1, -1}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t mine = -1, other = -1;

		assert_int_equal(
			bot_clock_read_two(cases[i].word, &mine, &other), cases[i].mine > 0);
		assert_int_equal(mine, cases[i].mine);
		assert_int_equal(other, cases[i].other);
	}
}

SCENE_TEST(test_handicaps_have_many_names)
{
	static const struct {
		const char *words;
		int white, black;
	} each[] = {{"challenge @bob:test from 2", 0, 2}, {"challenge from 2 @bob:test", 0, 2},
		{"challenge @bob:test give 2", 0, 2}, {"challenge @bob:test give 2 touches", 0, 2},
		{"challenge @bob:test take 4", 4, 0}, {"challenge @bob:test me from 2", 2, 0},
		{"challenge give 14 to 15", 0, 14}, {"challenge give 2 take 1", 1, 0},
		{"challenge best of 3 give 1", 0, 1}, {"challenge 3 touches give 1", 0, 1},
		{"challenge 2 touches give", 0, 2}, {"herausfordern gib 2", 0, 2},
		{"herausfordern nimm 2 Treffer", 2, 0}, {"herausfordern von 2", 0, 2},
		{"uitdagen geef 2", 0, 2}, {"uitdagen neem 2", 2, 0}, {"sfida concedi 2", 0, 2},
		{"sfida prendi 2", 2, 0}, {"d\xC3\xA9\x66i rends 2 touches", 0, 2},
		{"d\xC3\xA9\x66i prends 2", 2, 0}, {"retar dar 2", 0, 2}, {"retar tomar 2", 2, 0},
		{"retar desde 2", 0, 2},
		{"\xE6\x8C\x91\xE6\x88\xA6 2\xE6\x9C\xAC\xE8\xAD\xB2\xE3\x82\x8B", 0, 2},
		{"\xE6\x8C\x91\xE6\x88\xA6 3\xE6\x9C\xAC\xE5\x85\x88\xE5\x8F\x96 "
		 "2\xE6\x9C\xAC\xE3\x82\x82\xE3\x82\x89\xE3\x81\x86",
			2, 0}};
	for (size_t i = 0; i < sizeof(each) / sizeof(each[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", each[i].words);
		struct bot_match match = scene_match(scene, (int64_t)i + 1);
		if (match.rules.start[EG_WHITE] != each[i].white ||
			match.rules.start[EG_BLACK] != each[i].black || !match.casual)
			fail_msg("%s", each[i].words);
		scene_say(scene, ROOM, ANN, "!eg cancel");
		scene->now += DAY;
	}
}

SCENE_TEST(test_impossible_handicaps_are_explained)
{
	static const char *const touches[] = {"from 5", "give 0", "give -1", "from -1", "give 16",
		"give 99999999999999999999", "give", "take", "take two_or_three", "handicap 2",
		"give 3 to 3", "to 1 take 1", "from 2-0"};
	static const char *const clocks[] = {"clock 1h/none", "clock 1h/", "clock 1h / 2",
		"clock 1d+1d/2d", "clock /", "1h/31d"};
	for (size_t i = 0; i < sizeof(touches) / sizeof(touches[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg challenge @bob:test %s", touches[i]);
		scene_assert_answer(scene, ROOM, "With how many touches does a player begin?");
	}
	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg challenge @bob:test %s", clocks[i]);
		scene_assert_answer(scene, ROOM, "clock");
	}
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @ann:test give 2", "challenge somebody else");
	scene_say(scene, ROOM, ANN, "!eg challenge give 2"); /* none of them was made */
	assert_int_equal(scene_match(scene, 1).rules.start[EG_BLACK], 2);
}

/* "of" and "me" belong to names, too. */
SCENE_TEST(test_names_with_such_words_stay_names)
{
	scene_ask_in(scene, ROOM, ANN, "!eg challenge Isle of Wight",
		"nobody in this room has that name");
}

SCENE_TEST(test_match_says_where_it_started)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob:test from 2 clock 5m");
	scene_assert_said(scene, ROOM,
		"first to 5, @bob:test starts at 2, 5 min a turn, " UNRATED ". Answer");
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_assert_said(scene, ROOM,
		"The score is 0 to 2, first to 5. It started at 0 to 2. The match is " UNRATED ".");
	scene_ask(scene, BOB, "games", "2\u00A0:\u00A00");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene_assert_said(scene, ROOM, "It is not rated: @bob:test started at 2.");
	assert_false(scene_match(scene, 1).rated);
	scene_ask_in(scene, ROOM, BOB, "!eg stats", "has played no match yet that counts.");
}

/* The touches count to the end, and the record can be checked. */
SCENE_TEST(test_match_is_won_from_the_start)
{
	scene_begin(scene, "give 1 to 2");
	while (scene_match(scene, 1).status == BOT_PLAYING)
		scene_play_rounds(scene, 1, (uint16_t)(scene_state(scene, 1).rounds));
	struct eg_match end = scene_state(scene, 1);
	assert_int_equal(end.score[end.winner], 2);
	assert_true(end.winner == EG_WHITE || end.score[EG_WHITE] < 2);
	assert_int_equal(scene_match(scene, 1).winner, end.winner);
	assert_false(scene_match(scene, 1).rated);
	scene_ask_in(scene, ROOM, ANN, "!eg verify #1", "#1");
	assert_null(strstr(scene_last(scene, ROOM)->body, "not right"));
	scene_tell(scene, ANN, "record #1");
	bool found = false;
	for (size_t i = 0; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (row->file && strstr(row->file, "[Start \"0-1\"]"))
			found = strstr(row->file, "[Rated \"no\"]") != NULL;
	}
	assert_true(found);
}

/* In a rematch the players swap seats, and keep their handicaps. */
SCENE_TEST(test_rematch_keeps_the_handicap_with_its_player)
{
	scene_begin(scene, "give 2 clock 1h/4h");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	scene_ask_in(scene, ROOM, ANN, "!eg rematch",
		"@bob:test starts at 2, the challenged player begins, 1 h a turn for "
		"the challenger and 4 h for the challenged player, " UNRATED);
	struct bot_match again = scene_match(scene, 2);
	assert_string_equal(again.player[EG_WHITE], BOB);
	assert_int_equal(again.rules.start[EG_WHITE], 2);
	assert_int_equal(again.rules.start[EG_BLACK], 0);
	assert_int_equal(bot_match_clock(&again, EG_WHITE), 4 * HOUR);
	assert_int_equal(bot_match_clock(&again, EG_BLACK), HOUR);
	scene_say(scene, ROOM, BOB, "!eg rematch"); /* the same match: accepts it */
	assert_int_not_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}

SCENE_TEST(test_rematch_by_the_player_ahead_keeps_it_too)
{
	scene_begin(scene, "give 2");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	scene_ask_in(scene, ROOM, BOB, "!eg rematch", "@bob:test starts at 2");
	assert_int_equal(scene_match(scene, 2).rules.start[EG_WHITE], 2);
}

SCENE_TEST(test_each_player_has_their_own_clock)
{
	scene_begin(scene, "clock 1h/4h first white");
	assert_string_equal(scene_to_act(scene), ANN);
	scene_ask(scene, ANN, "hand", "1 h left");
	scene_wait(scene, 59 * MINUTE);
	scene_play(scene);
	assert_string_equal(scene_to_act(scene), BOB);
	scene_ask(scene, BOB, "hand", "4 h left");
	scene_wait(scene, 3 * HOUR + 50 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_play(scene);
	assert_string_equal(scene_to_act(scene), ANN);
	scene_wait(scene, HOUR + MINUTE);
	struct bot_match match = scene_match(scene, 1);
	assert_int_equal(match.ending, BOT_FORFEITED);
	assert_int_equal(match.winner, EG_BLACK);
	assert_false(match.rated);
	scene_assert_said(scene, ROOM,
		"It is not rated: @bob:test has the longer clock, which is a handicap.");
}

SCENE_TEST(test_longer_clock_runs_out_too)
{
	scene_begin(scene, "clock 2h/1h first white");
	scene_wait(scene, 61 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, HOUR);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST(test_later_clock_replaces_both)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob:test clock 1h/4h clock 5m");
	struct bot_match match = scene_match(scene, 1);
	assert_false(bot_match_has_handicap(&match) || match.casual);
	scene_say(scene, ROOM, ANN, "!eg challenge @bob:test clock 2h/2h");
	match = scene_match(scene, 2);
	assert_false(bot_match_has_handicap(&match) || match.casual);
}

SCENE_TEST(test_room_of_casual_matches_says_it_too)
{
	scene_say(scene, ROOM, EVE, "!eg settings rated off");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob:test give 2 rated");
	scene_assert_said(scene, ROOM, "@bob:test starts at 2, 3 d a turn, " UNRATED);
	assert_true(scene_match(scene, 1).casual);
}

SCENE_TEST(test_practice_can_have_touches_but_teaches_no_strength)
{
	struct bot_practised last;

	scene_ask(scene, ANN, "practice take 3", "With how many touches");
	scene_tell(scene, ANN, "practice take 2 novice");
	assert_int_equal(scene_state(scene, 1).score[EG_WHITE], 2);
	while (scene_match(scene, 1).status == BOT_PLAYING)
		scene_play(scene);
	size_t count = bot_store_match_practised(scene->store, ANN, &last, 1);
	assert_int_equal(count, 0);
	scene_tell(scene, ANN, "practice give 1 to 2");
	assert_int_equal(scene_match(scene, 2).rules.start[EG_BLACK], 1);
	assert_int_equal(scene_match(scene, 2).practice, BOT_NOVICE);
}

/* Where all fence for the same table, nobody starts ahead. */
SCENE_TEST(test_nights_seasons_and_rooms_refuse_handicaps)
{
	static const char *const commands[] = {"night 30m give 2", "night 30m clock 1m/2m",
		"season 4 weeks take 1", "season 4 weeks clock 1d/2d", "settings give 2",
		"settings clock 1h/4h"};
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg %s", commands[i]);
		scene_assert_answer(scene, ROOM, "Here everybody starts alike.");
	}
}
