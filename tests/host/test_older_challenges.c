/* Challenges that nobody has answered: newer ones replace them, and they block nothing. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

SCENE_TEST(test_new_challenge_replaces_the_challengers_older_one_in_the_room)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, "!other:test", ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob to 3",
		"!engarde decline. #1 no longer stands.");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob to 1", "#3 no longer stands.");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	assert_int_equal(scene_match(scene, 3).status, BOT_ENDED);
	scene_ask_in(scene, ROOM, EVE, "!eg accept #1", "There is no match #1");
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, ANN, "!eg challenge @eve");
	scene_wait(scene, 23 * HOUR + MINUTE); /* the replaced challenges do not expire */
	scene_assert_answer(scene, "!other:test", "#2 has expired");
	assert_int_equal(scene_match(scene, 5).status, BOT_CHALLENGE);
}

/* What stands already is not posted again, so that nobody fills the room with it. */
SCENE_TEST(test_same_challenge_still_stands)
{
	static const char *const same[] = {
		"!eg challenge", "!eg play", "!eg anyone up for a game?", "!eg challenge to 5"};

	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_wait(scene, 23 * HOUR);
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		scene_ask_in(scene, ROOM, ANN, same[i],
			"#1: your challenge still stands. !engarde cancel #1 takes");
	scene_wait(scene, HOUR + MINUTE); /* its time has gone on */
	scene_assert_said(scene, ROOM, "#1 has expired");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_assert_said(scene, ROOM, "#3: @bob:test challenges anybody");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "#2 no longer stands.");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "#4: your challenge still stands");
	scene_say(scene, ROOM, ANN, "!eg challenge @eve");
	scene_assert_said(scene, ROOM, "#4 no longer stands.");
}

SCENE_TEST(test_refused_challenge_replaces_nothing)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, ROOM, BOB, "!eg challenge @eve");
	scene_ask_in(scene, ROOM, BOB, "!eg challenge @ann",
		"#1 waits for your answer already: !engarde accept #1 or");
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}

SCENE_TEST(test_oldest_challenge_makes_room_in_a_full_room)
{
	scene_begin(scene, "first white");
	for (int i = 0; i < 4; i++) {
		char user[32];

		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, ROOM, user, "!eg challenge");
		scene_assert_said(scene, ROOM, "challenges anybody");
		assert_null(strstr(scene_last(scene, ROOM)->body, "no longer"));
	}
	/* each challenge stands for at least ten minutes */
	scene_wait(scene, 10 * MINUTE - SECOND);
	scene_ask_in(scene, ROOM, EVE, "!eg challenge @bob", "already has 5 matches");
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	/* players may always replace their own challenges */
	scene_ask_in(scene, ROOM, "@u3:test", "!eg challenge to 3", "#5 no longer stands.");
	scene_wait(scene, SECOND);
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "#2 no longer stands.");
	scene_ask_in(scene, ROOM, "@u0:test", "!eg challenge to 3", "#3 no longer stands.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 7).status, BOT_CHALLENGE);
}

/* Who repeats a challenge keeps no place in a full room for ever. */
SCENE_TEST(test_repeated_challenge_does_not_become_younger)
{
	for (int i = 0; i < 5; i++) {
		char user[32];

		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, ROOM, user, "!eg challenge");
	}
	scene_wait(scene, 9 * MINUTE);
	scene_ask_in(scene, ROOM, "@u0:test", "!eg challenge", "#1: your challenge still stands");
	scene_wait(scene, MINUTE);
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "#1 no longer stands.");
}

SCENE_TEST(test_matches_fill_a_room)
{
	char user[32];

	for (int i = 0; i < 5; i++) {
		snprintf(user, sizeof(user), "@u%d:test", i);
		scene_say(scene, ROOM, user, "!eg challenge");
		snprintf(user, sizeof(user), "@v%d:test", i);
		scene_say(scene, ROOM, user, "!eg accept");
	}
	scene_ask_in(scene, ROOM, BOB, "!eg challenge", "already has 5 matches");
}

/* "Yes" and "no" answer the challenge that stands, though the bot has asked about an older one. */
SCENE_TEST(test_yes_answers_the_newer_challenge)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, BOB, "!eg ok", "#1: @ann:test challenges you, first to");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3");
	scene_say(scene, ROOM, BOB, "!eg no");
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, BOB, "!eg ok", "#3: @ann:test challenges you, first to");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3");
	scene_say(scene, ROOM, BOB, "!eg yes");
	assert_int_equal(scene_match(scene, 4).status, BOT_PLAYING);
}

/* A mere `play` replaces no challenge by one for everybody, and begins no practice beside it. */
SCENE_TEST(test_play_keeps_the_own_challenge)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3");
	scene_ask_in(scene, ROOM, ANN, "!eg play", "Your own challenge waits for somebody else");
	scene_ask(scene, ANN, "play", "practice begins a match against me at once");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_tell(scene, ANN, "cancel"); /* as the bot has just said */
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	scene_tell(scene, ANN, "start");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}
