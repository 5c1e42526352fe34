/* What `stats` and `rating` tell of a player: ratings, form, streaks, results counted apart. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define OTHER "!yard:test"

/* Plays a rated match. */
static void lose(struct scene *scene, const char *room, const char *loser, const char *winner)
{
	scene_give_up(scene, room, loser, winner, 2);
	scene->now += DAY;
}

/* Asserts that the last message to `to` does not have the text. */
static void assert_without(struct scene *scene, const char *to, const char *text)
{
	assert_null(strstr(scene_last(scene, to)->body, text));
}

SCENE_TEST(test_stats_in_a_room_and_in_private)
{
	lose(scene, ROOM, ANN, BOB);
	lose(scene, OTHER, BOB, ANN);
	scene_ask_in(scene, ROOM, BOB, "!eg stats",
		"@bob:test in this room: rating 1662 ± 581, matches won: 1 of 1.\n"
		"@bob:test in all rooms: rating 1433 ± 521, matches won: 1 of 2.");
	scene_ask_in(
		scene, ROOM, EVE, "!eg stats @ann", "@ann:test in this room: rating 1338 ± 581");
	scene_ask(scene, ANN, "stats", "@ann:test in all rooms: rating ");
	assert_null(strstr(scene_last(scene, ANN)->body, "in this room"));
	scene_say(scene, "!third:test", ANN, "!eg stats");
	assert_null(strstr(scene_last(scene, "!third:test")->body, "in this room"));
	scene_ask_in(scene, ROOM, EVE, "!eg stats @bob:<b>", "look like a user's id");
	scene_ask_in(scene, ROOM, EVE, "!eg stats bob", "nobody in this room has that name");
}

SCENE_TEST(test_stats_of_another_show_how_the_two_have_played)
{
	scene_ask_in(scene, ROOM, ANN, "!eg stats @bob:test",
		"@bob:test has played no match yet that counts.");
	assert_null(strstr(scene_last(scene, ROOM)->body, "Their last matches"));
	lose(scene, ROOM, ANN, BOB);
	lose(scene, ROOM, EVE, BOB); /* not between the two */
	scene_ask_in(scene, ROOM, ANN, "!eg stats @bob:test",
		"Their last matches: @ann:test 0, @bob:test 1. Most recently: "
		"#1\xC2\xA0@bob:test.\n");
	assert_null(strstr(scene_last(scene, ROOM)->body, "s wins in a row"));
	scene->now += DAY;
	lose(scene, OTHER, BOB, ANN);
	scene_assert_said(scene, OTHER, "Their last matches: @ann:test 1, @bob:test 1.");
	scene->now += DAY;
	lose(scene, ROOM, BOB, ANN);
	scene_assert_said(scene, ROOM, "Their last matches: @ann:test 2, @bob:test 1.");
	scene_ask_in(scene, ROOM, ANN, "!eg stats @bob:test",
		"Their last matches: @ann:test 2, @bob:test 1. @ann:test's wins in a row: 2. Most "
		"recently: #4\xC2\xA0@ann:test\xC2\xA0· #3\xC2\xA0@ann:test\xC2\xA0· "
		"#1\xC2\xA0@bob:test.");
	scene_ask(scene, BOB, "stats @ann:test",
		"Their last matches: @bob:test 1, @ann:test 2. @ann:test's wins in a row: 2.");
	scene_tell(scene, BOB, "stats");
	assert_null(strstr(scene_last(scene, BOB)->body, "last matches:"));
	scene_say(scene, ROOM, BOB, "!eg stats @bob:test");
	assert_null(strstr(scene_last(scene, ROOM)->body, "last matches:"));
}

/* Anybody may ask how two others have played; a match that touches have won has its score. */
SCENE_TEST(test_stats_of_two_players)
{
	char score[48];

	scene_ask_in(scene, ROOM, EVE, "!eg stats @ann:test @bob:test",
		"@ann:test and @bob:test have played no match yet that counts.");
	scene_begin(scene, "to 2");
	scene_play_match(scene, 1);
	const struct eg_match state = scene_state(scene, 1);
	enum eg_seat winner = scene_match(scene, 1).winner;
	scene_ask_in(scene, ROOM, EVE, "!eg stats @ann:test and @bob:test", "Most recently: #1");
	snprintf(score, sizeof(score), "@%s:test\xC2\xA0%d:%d.", winner == EG_WHITE ? "ann" : "bob",
		state.score[winner], state.score[eg_opponent(winner)]);
	scene_assert_answer(scene, ROOM, score);
	scene_ask(scene, BOB, "stats @bob:test @ann:test", "Their last matches: @bob:test");
	scene_ask_in(
		scene, ROOM, EVE, "!eg stats @ann:test @bob:test @carl:test", "Whose results?");
}

/* The form stands in groups of words, the newest first, and never grows beyond ten matches. */
SCENE_TEST(test_form_and_streaks_of_the_last_matches)
{
	lose(scene, ROOM, BOB, ANN);
	scene_tell(scene, ANN, "stats");
	assert_without(scene, ANN, "newest first");
	lose(scene, ROOM, BOB, ANN);
	scene_ask(scene, ANN, "stats",
		"\nLast matches, the newest first: won 2.\nWins in a row: 2. The most so far: 2.");
	scene_ask(scene, BOB, "stats",
		"\nLast matches, the newest first: lost 2.\nLosses in a row: 2.");
	assert_without(scene, BOB, "so far");
	lose(scene, OTHER, ANN, EVE);
	scene_ask(scene, ANN, "stats",
		"first: lost 1 · won 2.\nLosses in a row: 1. Most wins in a row so far: 2.");
	for (int i = 0; i < 9; i++)
		lose(scene, ROOM, BOB, ANN);
	scene_ask(scene, ANN, "stats",
		"first: won 9 · lost 1.\nWins in a row: 9. The most so far: 9.");
	scene_ask_in(scene, ROOM, EVE, "!eg stats @ann:test", "first: won 9 · lost 1.");
}

/* Head to head stands first: that is what people ask for with a name. */
SCENE_TEST(test_head_to_head_comes_first)
{
	lose(scene, ROOM, BOB, ANN);
	scene_say(scene, ROOM, BOB, "!eg stats @ann:test");
	assert_ptr_equal(strstr(scene_last(scene, ROOM)->body, "Their last matches: "),
		scene_last(scene, ROOM)->body);
	scene_assert_said(scene, ROOM, "#1\xC2\xA0@ann:test.\n@ann:test in this room");
	assert_without(scene, ROOM, "stats more");
}

SCENE_TEST(test_more_is_by_rules_and_against_the_computer)
{
	scene_begin(scene, "basic first white");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	lose(scene, ROOM, BOB, ANN);
	lose(scene, ROOM, BOB, ANN);
	scene_tell(scene, ANN, "practice maitre to 1");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "resign yes");
	scene_tell(scene, ANN, "practice novice to 1");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "resign yes");
	scene_ask_in(
		scene, ROOM, ANN, "!eg stats", "!engarde stats more – by rules, and against me.");
	scene_ask_in(scene, ROOM, ANN, "!eg stats more",
		"@ann:test: matches won\nBy rules: basic 0 of 1 · advanced 2 of 2.\n"
		"Against the computer: Novice 0 of 1 · Maître 0 of 1.\n"
		"!engarde rating draws the rating over time.");
	scene_ask_in(scene, ROOM, EVE, "!eg stats @ann:test more",
		"@ann:test: matches won\nBy rules: basic 0 of 1");
	assert_without(scene, ROOM, "computer"); /* practice is private */
	scene_set_person(scene, 0, ANN, "Thomas More");
	scene_ask_in(scene, ROOM, EVE, "!eg stats Thomas More", "@ann:test in all rooms: rating");
	assert_without(scene, ROOM, "By rules");
	scene_ask_in(scene, ROOM, EVE, "!eg stats Thomas More more", "By rules: basic 0 of 1");
	scene_ask(scene, BOB, "stats mehr", "By rules: basic 1 of 1 · advanced 0 of 2.");
	assert_without(scene, BOB, "computer");
}

/* Whoever has only practised sees that, too; others see that there is nothing yet. */
SCENE_TEST(test_practice_alone_is_shown)
{
	scene_tell(scene, ANN, "practice novice to 1");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "resign yes");
	scene_ask(scene, ANN, "stats",
		"@ann:test has played no match yet that counts.\n"
		"Against the computer: Novice 0 of 1.");
	assert_without(scene, ANN, "stats more");
	scene_ask_in(scene, ROOM, EVE, "!eg stats more",
		"@eve:test has played no match yet that counts.");
	assert_without(scene, ROOM, "matches won");
	scene_ask_in(
		scene, ROOM, EVE, "!eg stats zoe more more", "nobody in this room has that name");
	scene_ask_in(scene, ROOM, EVE, "!eg stats picture",
		"!engarde rating draws the rating over time.");
}

/* A level or a rule set that this version does not know is left out. */
SCENE_TEST(test_unknown_tallies_are_left_out)
{
	const struct bot_tally_key odd = {BOT_TALLY_RULES, "odd", NULL};

	lose(scene, ROOM, BOB, ANN);
	SCENE_HOST(scene, bot_tally_add(scene->store, ANN, &odd, true));
	scene_ask(scene, ANN, "stats more", "By rules: advanced 1 of 1.");
}

/* The picture of the rating */

static void assert_picture(const struct scene_row *row)
{
	assert_int_equal(row->kind, BOT_OUT_FILE);
	assert_memory_equal(row->file, "\x89PNG\r\n\x1a\n", 8);
}

SCENE_TEST(test_rating_is_drawn_and_described)
{
	scene->now = INT64_C(1793491200000); /* 2026-11-01 00:00 UTC */
	scene_ask_in(
		scene, ROOM, ANN, "!eg rating", "@ann:test has played no match yet that counts");
	lose(scene, ROOM, BOB, ANN);
	lose(scene, OTHER, ANN, BOB);
	lose(scene, ROOM, BOB, ANN);
	scene_say(scene, ROOM, EVE, "!eg rating @ann:test");
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_non_null(strstr(row->body, "@ann:test in all rooms: rating 1582."));
	assert_non_null(strstr(row->body, "From 2026-11-01 to 2026-11-03: lowest 1433"));
	assert_non_null(strstr(row->body, "highest 1662, matches 3."));
	assert_picture(row);
	scene_say(scene, ROOM, EVE, "!eg rating @ann:test picture");
	assert_picture(scene_last(scene, ROOM));
	scene_tell(scene, ANN, "rating picture");
	assert_picture(scene_last(scene, ANN));
	assert_true(scene_last(scene, ANN)->private);
}

/* In a room without pictures, the words of the picture stand alone. */
SCENE_TEST(test_rating_respects_a_room_without_pictures)
{
	lose(scene, ROOM, BOB, ANN);
	lose(scene, ROOM, BOB, ANN);
	SCENE_HOST(
		scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "pictures", "off"));
	scene_ask_in(scene, ROOM, ANN, "!eg rating", "@ann:test in all rooms: rating ");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	scene_ask_in(scene, ROOM, ANN, "!eg rating <b>", "nobody in this room has that name");
	scene_say(scene, ROOM, ANN, "!eg rating everybody");
	assert_null(strstr(scene_last(scene, ROOM)->body, "rating 1"));
}

/* `forget me` erases the form and what was counted, and the opponents keep theirs. */
SCENE_TEST(test_forgotten_results_are_gone)
{
	lose(scene, ROOM, BOB, ANN);
	lose(scene, ROOM, BOB, ANN);
	scene_tell(scene, ANN, "forget me yes");
	scene_ask_in(scene, ROOM, EVE, "!eg stats @ann:test more",
		"@ann:test has played no match yet that counts.");
	scene_ask_in(scene, ROOM, EVE, "!eg rating @ann:test picture",
		"@ann:test has played no match yet that counts");
	scene_ask_in(scene, ROOM, EVE, "!eg stats @bob:test more", "By rules: advanced 0 of 2.");
}
