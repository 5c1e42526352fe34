/* The command `games`: the matches of the sender, and the bouts that they still have to fence. */
#include "tests/support/scene_match.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <string.h>

#define YARD "!yard:test"

SCENE_SET_UP(setup)
{
	scene_give_private_rooms(scene);
}

static void begin(struct scene *scene, const char *room, const char *terms)
{
	scene_sayf(scene, room, ANN, "!eg challenge @bob:test %s", terms);
	scene_say(scene, room, BOB, "!eg accept");
}

SCENE_TEST_FROM(setup, test_without_a_match_the_answer_says_how_to_begin_one)
{
	scene_ask(scene, ANN, "games", "practice begins one");
	scene_ask_in(scene, ROOM, ANN, "!eg matches?", "!engarde practice begins one");
}

SCENE_TEST_FROM(setup, test_matches_are_listed_with_a_link_those_first_that_wait)
{
	begin(scene, ROOM, "first black clock 1d");
	begin(scene, YARD, "first white clock none");
	scene_tell(scene, ANN, "practice novice first white");
	scene_tell(scene, ANN, "games");
	const char *body = scene_last(scene, ANN)->body;
	const char *first = strstr(body, "#2: you 0\u00a0:\u00a0"
					 "0 @bob:test, your turn");
	const char *second = strstr(body, "#3: you 0\u00a0:\u00a0"
					  "0 Novice, your turn");
	const char *third = strstr(body, "#1: you 0\u00a0:\u00a0"
					 "0 @bob:test, @bob:test's turn \u00b7 1 d left");
	assert_non_null(first);
	assert_non_null(second);
	assert_non_null(third);
	assert_true(first < second && second < third);
	assert_non_null(strstr(body, "https://link/" YARD "/$"));
	assert_non_null(strstr(body, "https://link/" ROOM "/$"));
	assert_null(strstr(second, "https://link/!private")); /* it is played here */
}

SCENE_TEST_FROM(setup, test_room_sees_only_its_own_matches)
{
	begin(scene, ROOM, "first white");
	begin(scene, YARD, "first white");
	scene_tell(scene, ANN, "practice");
	scene_ask_in(scene, ROOM, ANN, "!eg games", "#1: you");
	assert_null(strstr(scene_last(scene, ROOM)->body, "#2"));
	assert_null(strstr(scene_last(scene, ROOM)->body, "#3"));
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "board (https://link/" ROOM "/$"));
	scene_ask_in(scene, ROOM, EVE, "!eg games", "You are in no match here.");
}

SCENE_TEST_FROM(setup, test_score_and_pause_are_shown)
{
	begin(scene, ROOM, "first white to 3");
	scene_play_rounds(scene, 1, 2);
	const struct eg_match match = scene_state(scene, 1);
	char score[32];
	snprintf(score, sizeof(score), "you %d\u00a0:\u00a0%d @bob:test", match.score[EG_WHITE],
		match.score[EG_BLACK]);
	scene_ask(scene, ANN, "games", score);
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_say(scene, ROOM, BOB, "!eg pause");
	scene_ask(scene, ANN, "games", "paused");
}

SCENE_TEST_FROM(setup, test_many_matches_are_cut)
{
	char room[32];

	for (unsigned i = 0; i < 22; i++) {
		snprintf(room, sizeof(room), "!room%u:test", i);
		begin(scene, room, "first white");
	}
	scene_ask(scene, ANN, "games", "There are more matches");
	assert_null(strstr(scene_last(scene, ANN)->body, "#21:"));
	assert_non_null(strstr(scene_last(scene, ANN)->body, "#20:"));
}

SCENE_TEST_FROM(setup, test_bouts_of_a_season_are_due)
{
	scene_begin_season(scene, "4w to 1", 5);
	scene_ask(scene, "@f0:test", "games", "Later you fence: @f");
	scene_assert_said(scene, "@f0:test", "Your matches:\n#");
	scene_ask_in(scene, YARD, "@f0:test", "!eg games", "You are in no match here.");
	scene_fence_season(scene);
	scene_ask(scene, "@f0:test", "games", "You are in no match here.");
}

SCENE_TEST_FROM(setup, test_bouts_of_a_night_are_due)
{
	scene_begin_night(scene, "30m to 1", 4);
	scene_tell(scene, "@f0:test", "games");
	assert_non_null(strstr(scene_last(scene, "@f0:test")->body, "You fence now: @f"));
	scene_fence_all(scene);
	scene_ask(scene, "@f0:test", "games", "You are in no match here.");
}

/* Somebody who is challenged asks what is wanted of them: the challenge, with its terms. */
SCENE_TEST(test_games_without_a_match_shows_the_challenge_that_waits)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3 clock 1d");
	scene_ask(scene, BOB, "games", "#1: @ann:test challenges you, first to 3, 1 d a turn.");
	scene_ask(scene, ANN, "games", "You are in no match here.");
}
