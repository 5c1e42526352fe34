/*
 * Allowances: how often a user may challenge another user, propose something to them, or make their
 * device ring.
 */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define OTHER "!yard:test"

/* Returns how many messages since scene->mark make the user's device ring. */
static size_t rings(const struct scene *scene, const char *user)
{
	size_t count = 0;

	for (size_t i = scene->mark; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		count += row->ring == BOT_RING &&
			 strcmp(row->private ? row->to : row->mention, user) == 0;
	}
	return count;
}

/* Asserts that the bot has asked or reminded the user, and has said in ROOM that it did. */
static void assert_asked(const struct scene *scene, const char *user, const char *text)
{
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, user, text);
	scene_assert_said(scene, ROOM, "I have ");
}

SCENE_TEST(test_challenge_without_success_is_allowed_three_times)
{
	scene_give_private_rooms(scene);
	for (int i = 0; i < 3; i++) {
		scene_say(scene, i ? OTHER : ROOM, EVE, "!eg challenge @bob");
		scene_assert_said(scene, i ? OTHER : ROOM, "challenges @bob:test");
		if (i < 2)
			scene_tell(scene, BOB, "decline all");
	}
	scene_tell(scene, BOB, "decline all");
	scene_ask_in(scene, ROOM, EVE, "!eg challenge @bob",
		"@bob:test has not taken up your last challenges; you can try again in 8 h.");
	scene_say(scene, ROOM, BOB, "!eg challenge @eve"); /* Bob may challenge Eve */
	scene_assert_answer(scene, ROOM, "challenges @eve:test");
	scene_say(scene, ROOM, BOB, "!eg cancel");
	scene_wait(scene, 8 * HOUR - 1);
	scene_ask_in(scene, ROOM, EVE, "!eg challenge @bob", "you can try again in 1 s.");
	scene_wait(scene, 1);
	scene_ask_in(scene, ROOM, EVE, "!eg challenge @bob", "challenges @bob:test");
}

/* Corrections do not count as challenges without success, but not without end. */
SCENE_TEST(test_corrected_challenge_costs_no_allowance_a_few_times)
{
	static const char *const commands[] = {"!eg challenge @bob to 7", "!eg challenge @bob to 3",
		"!eg cancel", "!eg challenge @bob basic", "!eg challenge @bob to 1"};
	int asked = 0;

	scene_give_private_rooms(scene);
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		scene_say(scene, ROOM, EVE, commands[i]);
		assert_null(strstr(scene_last(scene, ROOM)->body, "has not taken up"));
	}
	for (; asked < 20; asked++) {
		scene_say(scene, ROOM, EVE,
			asked % 2 ? "!eg challenge @bob" : "!eg challenge @bob basic");
		if (strstr(scene_last(scene, ROOM)->body, "has not taken up"))
			break;
	}
	assert_in_range(asked, 1, 4);
}

SCENE_TEST(test_challenge_that_is_accepted_costs_no_allowance)
{
	for (int i = 0; i < 10; i++) {
		scene_begin(scene, "");
		scene_say(scene, ROOM, BOB, "!eg resign yes");
		scene_assert_said(scene, ROOM, "@bob:test resigns");
	}
}

SCENE_TEST(test_proposals_ring_three_times)
{
	size_t rung = 0;

	scene_begin(scene, "clock 3d"); /* the challenge makes Bob's device ring once */
	for (int i = 0; i < 6; i++) {
		scene_say(scene, ROOM, ANN, i % 2 ? "!eg abandon" : "!eg pause");
		assert_asked(scene, BOB, "@ann:test would like to");
		rung += rings(scene, BOB);
	}
	assert_int_equal(rung, 2);
	assert_string_equal(scene_last(scene, BOB)->mention, "");
	scene_wait(scene, 20 * MINUTE - 1);
	scene_say(scene, ROOM, ANN, "!eg pause");
	assert_int_equal(rings(scene, BOB), 0);
	scene_wait(scene, 1);
	scene_say(scene, ROOM, ANN, "!eg abandon");
	assert_int_equal(rings(scene, BOB), 1);
	scene_tell(scene, BOB, "pause"); /* Bob makes Ann's device ring for the first time */
	assert_int_equal(rings(scene, ANN), 1);
	/* the wall clock is set back, but the allowance comes back after the usual time */
	scene->now -= DAY;
	scene_wait(scene, 0); /* the board shows the new end of the turn */
	scene_ask_in(scene, ROOM, ANN, "!eg abandon", "you can propose something again in 5 min.");
	scene_wait(scene, 5 * MINUTE);
	scene_say(scene, ROOM, ANN, "!eg abandon");
	assert_asked(scene, BOB, "@ann:test would like to");
	assert_int_equal(rings(scene, BOB), 0);
	scene_wait(scene, 20 * MINUTE);
	scene_say(scene, ROOM, ANN, "!eg pause");
	assert_int_equal(rings(scene, BOB), 1);
}

/*
 * One person can have many accounts, and the bot can't know that. If each stranger had their own
 * allowance, this person could make Bob's device ring without end. So all strangers together have
 * one allowance.
 */
SCENE_TEST(test_strangers_ring_six_times)
{
	char user[32];
	size_t rung = 0;

	scene_begin(scene, "first white"); /* the challenge makes Bob's device ring once */
	scene_tell(scene, ANN, "a");
	scene_tell(scene, BOB, "a");
	scene_tell(scene, BOB, "resign yes");
	for (int i = 0; i < 30; i++) {
		snprintf(user, sizeof(user), "@u%d:evil", i);
		scene_say(scene, OTHER, user, "!eg challenge @bob:test");
		scene_assert_said(scene, OTHER, "challenges @bob:test");
		rung += rings(scene, BOB);
		scene_say(scene, OTHER, user, "!eg cancel");
	}
	assert_int_equal(rung, 5);
	/* Ann has played a rated match with Bob, so she is not a stranger to him */
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_int_equal(rings(scene, BOB), 1);
	scene_wait(scene, 10 * MINUTE);
	scene_say(scene, ROOM, EVE, "!eg challenge @bob");
	assert_int_equal(rings(scene, BOB), 1);
}

/*
 * The bot sends a message to the opponent for each proposal. Many such messages would delay the
 * opponent's next hand.
 */
SCENE_TEST(test_proposals_are_limited)
{
	scene_begin(scene, "clock 3d");
	for (int i = 0; i < 6; i++) {
		scene_say(scene, ROOM, ANN, i % 2 ? "!eg abandon" : "!eg pause");
		assert_asked(scene, BOB, "@ann:test would like to");
	}
	scene_ask_in(scene, ROOM, ANN, "!eg pause", "#1: you have proposed a lot to @bob:test");
	assert_int_equal(
		scene_match(scene, 1).proposal, BOT_ABANDON); /* Ann's sixth proposal is open */
	scene_say(scene, ROOM, BOB, "!eg pause");
	assert_asked(scene, ANN, "@bob:test would like to pause");
	/* Ann agrees to Bob's proposal: this does not count as a proposal by Ann */
	scene_say(scene, ROOM, ANN, "!eg pause");
	assert_true(scene_match(scene, 1).left > 0);
	scene_ask_in(scene, ROOM, ANN, "!eg resume", "you can propose something again in 5 min.");
	scene_wait(scene, 5 * MINUTE);
	scene_say(scene, ROOM, ANN, "!eg resume");
	assert_asked(scene, BOB, "@ann:test would like to go on");
}

SCENE_TEST(test_challenges_and_nudges_share_the_ring_allowance)
{
	scene_give_private_rooms(scene);
	for (int i = 0; i < 3; i++) {
		scene_say(scene, ROOM, ANN, "!eg challenge @bob first black");
		assert_int_equal(rings(scene, BOB), 1);
		scene_say(scene, ROOM, BOB, i < 2 ? "!eg decline" : "!eg accept");
	}
	scene_ask_in(scene, OTHER, ANN, "!eg challenge @bob", "challenges @bob:test");
	assert_int_equal(rings(scene, BOB), 0);
	assert_string_equal(scene_last(scene, OTHER)->mention, "");
	scene_say(scene, ROOM, ANN, "!eg nudge");
	assert_asked(scene, BOB, "@ann:test waits for you to act");
	assert_int_equal(rings(scene, BOB), 0);
}
