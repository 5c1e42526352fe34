/* Rematches: the same terms with swapped seats. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

/* Match 1 of Ann (White) and Bob has ended. */
SCENE_SET_UP(setup)
{
	scene_begin(scene, "ferti to 3 first black clock 5m unseen");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
}

static void assert_terms(const struct bot_match *match)
{
	assert_string_equal(eg_rules_name(&match->rules.round), "ferti");
	assert_int_equal(match->rules.touches, 3);
	assert_int_equal(match->rules.first, EG_BLACK);
	assert_int_equal(match->clock, 300000);
	assert_true(match->unseen);
	assert_string_equal(match->player[EG_WHITE], BOB);
	assert_string_equal(match->player[EG_BLACK], ANN);
}

SCENE_TEST_FROM(setup, test_rematch_swaps_the_seats)
{
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "#2: @ann:test challenges @bob:test, ");
	assert_null(strstr(scene_last(scene, ROOM)->body, "begins"));
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, ROOM)->mention, BOB);
	struct bot_match match = scene_match(scene, 2);
	assert_terms(&match);
	assert_int_equal(match.challenger, EG_BLACK);
	scene_ask_in(scene, ROOM, ANN, "!eg accept", "Your own challenge waits");
	scene_tell(scene, BOB, "accept");
	match = scene_match(scene, 2);
	assert_int_equal(match.status, BOT_PLAYING);
	assert_terms(&match);
	assert_int_equal(scene_state(scene, 2).round.to_act, EG_BLACK);
}

SCENE_TEST_FROM(setup, test_rematch_by_black_makes_white_the_challenger)
{
	scene_ask_in(scene, ROOM, BOB, "!eg rematch", "#2: @bob:test challenges @ann:test, ");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "the challenged player begins"));
	struct bot_match match = scene_match(scene, 2);
	assert_terms(&match);
	assert_int_equal(match.challenger, EG_WHITE);
}

SCENE_TEST_FROM(setup, test_rematch_by_both_begins)
{
	struct bot_match match;

	scene_say(scene, ROOM, ANN, "!eg rematch");
	scene_say(scene, ROOM, BOB, "!eg rematch");
	match = scene_match(scene, 2);
	assert_int_equal(match.status, BOT_PLAYING);
	assert_terms(&match);
	assert_false(bot_store_match_get(scene->store, 3, &match));
}

SCENE_TEST_FROM(setup, test_rematch_does_not_accept_a_challenge_with_other_terms)
{
	static const char *const others[] = {"basic to 3 first black clock 5m unseen",
		"advanced to 3 first black clock 5m unseen",
		"ferti to 4 first black clock 5m unseen", "ferti to 3 first white clock 5m unseen",
		"ferti to 3 first black clock 6m unseen", "ferti to 3 first black clock 5m"};
	char text[80];

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		int64_t id = 2 + (int64_t)i;

		scene_sayf(scene, ROOM, BOB, "!eg challenge @ann %s", others[i]);
		scene_say(scene, ROOM, ANN, "!eg rematch");
		snprintf(text, sizeof(text), "#%d waits for your answer already", (int)id);
		scene_assert_answer(scene, ROOM, text);
		assert_int_equal(scene_match(scene, id).status, BOT_CHALLENGE);
		scene_say(scene, ROOM, BOB, "!eg cancel");
		/* after three challenges without success the bot makes a player wait */
		scene->now += DAY;
	}
	scene_say(scene, ROOM, BOB, "!eg challenge @ann ferti to 3 first black clock 5m unseen");
	scene_say(scene, ROOM, ANN, "!eg rematch");
	assert_int_equal(scene_match(scene, 8).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_rematch_is_declined_and_cancelled_like_a_challenge)
{
	scene_say(scene, ROOM, ANN, "!eg rematch");
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "#2: your challenge still stands");
	scene_ask_in(scene, ROOM, ANN, "!eg decline", "no challenge here");
	scene_ask_in(scene, ROOM, BOB, "!eg cancel", "no challenge here to cancel");
	scene_ask_in(scene, ROOM, BOB, "!eg decline", "@bob:test declines #2.");
	scene_say(scene, ROOM, ANN, "!eg rematch");
	scene_ask_in(scene, ROOM, ANN, "!eg cancel", "#3 is cancelled");
	scene_say(scene, ROOM, BOB, "!eg challenge @ann"); /* Bob has no open challenge */
	scene_assert_answer(scene, ROOM, "#4: @bob:test challenges");
}

SCENE_TEST_FROM(setup, test_rematch_repeats_the_named_or_the_last_match)
{
	scene_begin_between(scene, EVE, ANN, "");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene->now++;
	scene_ask_in(scene, ROOM, ANN, "!eg rematch #1", "#3: @ann:test challenges @bob:test");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "#4: @ann:test challenges @eve:test");
}

SCENE_TEST_FROM(setup, test_rematch_in_private_is_asked_in_the_room)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "rematch #1");
	scene_assert_said(scene, ROOM, "#2: @ann:test challenges @bob:test, ");
	scene_assert_said(scene, ANN, "I have challenged @bob:test for you, in our room");
	scene_tell(scene, BOB, "rematch");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_rematch_without_an_ended_match_is_refused)
{
	static const char none[] = "You have no ended match in this room to play again.";

	scene_ask_in(scene, ROOM, EVE, "!eg rematch", none);
	scene_ask_in(scene, ROOM, EVE, "!eg rematch #1", none);
	scene_ask_in(scene, "!other:test", ANN, "!eg rematch", none);
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	scene_say(scene, ROOM, EVE, "!eg cancel");
	scene_ask_in(scene, ROOM, EVE, "!eg rematch", none);
	scene_ask(scene, EVE, "rematch", "That works only in a room");
}

SCENE_TEST_FROM(setup, test_nobody_plays_against_an_erased_user_again)
{
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg forget me yes");
	scene_ask_in(scene, ROOM, BOB, "!eg rematch",
		"You have no ended match in this room to play again.");
	scene_ask_in(scene, ROOM, BOB, "!eg rematch #1",
		"You have no ended match in this room to play again.");
}
