/*
 * Blocks: a user refuses all challenges from another user, who learns only that it is impossible.
 */
#include "tests/support/scene_match.h"

#include <string.h>

#define IMPOSSIBLE "This challenge is not possible."

SCENE_TEST(test_blocked_user_cannot_challenge)
{
	scene_ask(scene, BOB, "block " ANN, "You get no more challenges from @ann:test.");
	/* refused challenges use up no allowance, and make nobody's device ring */
	for (int i = 0; i < 8; i++) {
		scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", IMPOSSIBLE);
		assert_string_equal(scene_last(scene, ROOM)->body, IMPOSSIBLE);
		assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	}
	scene_ask_in(scene, "!yard:test", ANN, "!eg challenge @bob", IMPOSSIBLE);
	scene_say(scene, ROOM, EVE, "!eg challenge @bob"); /* others may */
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_ask(scene, BOB, "unblock " ANN, "@ann:test may challenge you again.");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}

SCENE_TEST(test_blocked_user_cannot_accept_an_open_challenge)
{
	scene_say(scene, ROOM, BOB, "!eg block " ANN);
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_ask_in(scene, ROOM, ANN, "!eg accept", IMPOSSIBLE);
	scene_ask_in(scene, ROOM, ANN, "!eg accept #1", IMPOSSIBLE);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, EVE, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	/* the blocker may still take up a challenge of the blocked user */
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg accept #2");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_block_ends_the_challenges_that_wait)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, "!yard:test", BOB, "!eg challenge @ann");
	scene_say(scene, "!yard:test", ANN, "!eg challenge @eve");
	scene_tell(scene, BOB, "block " ANN);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
	scene_assert_said(scene, ROOM, "@bob:test declines #1.");
	scene_assert_said(scene, "!yard:test", "#2 is cancelled.");
}

SCENE_TEST(test_block_refuses_a_rematch_but_not_the_match_in_play)
{
	scene_begin(scene, "to 1");
	scene_tell(scene, BOB, "block " ANN);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	while (scene_match(scene, 1).status == BOT_PLAYING)
		scene_play(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", IMPOSSIBLE);
}

SCENE_TEST(test_blocks_are_shown_only_in_private)
{
	scene_ask(scene, BOB, "block", "You refuse challenges from nobody.");
	scene_tell(scene, BOB, "block " ANN);
	scene_tell(scene, BOB, "sperren " EVE);
	scene_ask(scene, BOB, "block", "You refuse all challenges from:\n@ann:test\n@eve:test");
	scene_ask_in(scene, ROOM, BOB, "!eg block", "Whose challenges?");
	assert_null(strstr(scene_last(scene, ROOM)->body, ANN));
}

SCENE_TEST(test_block_with_wrong_words_is_explained)
{
	scene_ask(scene, BOB, "block bob", "Whose challenges?");
	scene_ask(scene, BOB, "block @bob:<b>", "does not look like a user's id");
	scene_ask(scene, BOB, "block " BOB, "You can block other people only.");
	scene_tell(scene, BOB, "unblock @nobody:test"); /* nothing to do, and nothing wrong */
	scene_assert_answer(
		scene, BOB, "You had not blocked @nobody:test: they may challenge you.");
}

SCENE_TEST(test_block_takes_a_display_name)
{
	scene_set_person(scene, 0, ANN, "Ann Two");
	scene_set_person(scene, 1, BOB, "Bob");
	scene_ask_in(scene, ROOM, BOB, "!eg block ann two", "no more challenges from @ann:test");
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", IMPOSSIBLE);
	scene_ask_in(scene, ROOM, BOB, "!eg unblock Ann Two", "@ann:test may challenge you again");
	scene_ask_in(scene, ROOM, BOB, "!eg block bob", "You can block other people only.");
	scene_ask_in(scene, ROOM, BOB, "!eg block carl", "nobody in this room has that name");
	scene_ask_in(scene, ROOM, BOB, "!eg block " ANN " two", "Whose challenges?");
	/* somebody who takes another one's name makes the bot ask */
	scene_set_person(scene, 2, EVE, "Ann Two");
	scene_ask_in(scene, ROOM, BOB, "!eg block Ann Two",
		"Whom do you mean: @ann:test, @eve:test? Write the id, as in !engarde block "
		"@ann:test");
}

SCENE_TEST(test_blocks_are_bounded)
{
	for (int i = 0; i < BOT_BLOCKS_MOST; i++) {
		scene_tellf(scene, BOB, "block @u%d:test", i);
		scene_wait(scene, MINUTE);
	}
	scene_ask(scene, BOB, "block " ANN,
		"You block 32 people already; unblock one of them first.");
	scene_tell(scene, BOB, "block @u3:test"); /* this user is blocked already */
	scene_assert_answer(scene, BOB, "no more challenges from @u3:test");
	scene_tell(scene, BOB, "unblock @u3:test");
	scene_ask(scene, BOB, "block " ANN, "no more challenges from @ann:test");
}
