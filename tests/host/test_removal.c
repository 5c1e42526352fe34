/* What the bot does when somebody removes (redacts) one of its messages. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define ME  "@engarde:test"
#define YES "\xE2\x9C\x85"

/* Copies the id of the event that shows the board now: of the message, not of its last edit. */
static void find_board(const struct scene *scene, char event[BOT_ID_SIZE])
{
	const struct scene_row *board = scene_last(scene, ROOM);

	strcpy(event, board->kind == BOT_OUT_EDIT ? board->edits : board->event);
}

/* Reports that a message was removed from ROOM, or from the user's private room. */
static void remove_message(
	struct scene *scene, const char *user, const char *event, const char *sender)
{
	SCENE_CALL(scene, bot_host_message_removed(
				  scene->host, user ? "!dm:test" : ROOM, user, event, sender));
}

SCENE_TEST_FROM(scene_setup_timed, test_removed_board_comes_back_with_the_next_change)
{
	char board[BOT_ID_SIZE], again[BOT_ID_SIZE];

	find_board(scene, board);
	remove_message(scene, NULL, board, EVE);
	scene_assert_quiet(scene);
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	find_board(scene, again);
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_string_equal(scene_last(scene, ROOM)->edits, again);
}

/* However often somebody removes the board, each change costs one message. */
SCENE_TEST_FROM(scene_setup_timed, test_board_is_not_fought_for)
{
	for (int i = 0; i < 5; i++) {
		char board[BOT_ID_SIZE];

		find_board(scene, board);
		remove_message(scene, NULL, board, EVE);
		remove_message(scene, NULL, board, EVE);
		scene_assert_quiet(scene);
		scene_play(scene);
		assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	}
}

SCENE_TEST(test_removed_challenge_is_published_again_once)
{
	char first[32], second[32], commitment[64];

	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	snprintf(first, sizeof(first), "%s", scene_last(scene, ROOM)->event);
	snprintf(commitment, sizeof(commitment), "%s", scene_last(scene, ROOM)->commitment);
	remove_message(scene, NULL, first, EVE);
	scene_assert_answer(scene, ROOM, "@ann:test challenges @bob:test");
	snprintf(second, sizeof(second), "%s", scene_last(scene, ROOM)->event);
	assert_string_equal(scene_last(scene, ROOM)->commitment, commitment);
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	remove_message(scene, NULL, second, EVE);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, BOB, first, YES);
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_that_is_published_again_is_accepted_by_reaction)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	remove_message(scene, NULL, scene_last(scene, ROOM)->event, EVE);
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, YES);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_challenge_that_is_over_stays_removed)
{
	char event[32];

	scene_say(scene, ROOM, ANN, "!eg challenge");
	snprintf(event, sizeof(event), "%s", scene_last(scene, ROOM)->event);
	scene_say(scene, ROOM, ANN, "!eg cancel");
	remove_message(scene, NULL, event, EVE);
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(scene_setup_timed, test_removed_choices_are_sent_again_once)
{
	const char *user = scene_to_act(scene);
	char first[32];

	scene_tell(scene, user, "hand");
	snprintf(first, sizeof(first), "%s", scene_last(scene, user)->event);
	remove_message(scene, user, first, user);
	scene_assert_answer(scene, user, "Your hand");
	assert_int_equal(scene_last(scene, user)->kind, BOT_OUT_MESSAGE);
	remove_message(scene, user, scene_last(scene, user)->event, user);
	scene_assert_quiet(scene);
	scene_choose(scene, user, first, "a"); /* a removed list is no list */
	assert_string_equal(scene_to_act(scene), user);
	scene_tell(scene, user, "a");
	assert_string_not_equal(scene_to_act(scene), user);
	/* The list of the match's beginning is still there. */
	scene_drain_optional(scene);
	assert_string_not_equal(scene_last(scene, user)->edits, first);
}

SCENE_TEST_FROM(scene_setup_timed, test_choices_of_an_earlier_turn_stay_removed)
{
	const char *user = scene_to_act(scene);
	char first[32];

	scene_tell(scene, user, "hand");
	snprintf(first, sizeof(first), "%s", scene_last(scene, user)->event);
	scene_tell(scene, user, "a");
	remove_message(scene, user, first, user);
	scene_assert_quiet(scene);
}

/* A player can't stop or begin the clock by removing their hand. */
SCENE_TEST_FROM(scene_setup_timed, test_removed_choices_leave_the_clock)
{
	const char *user = scene_to_act(scene);

	scene_wait(scene, 4 * MINUTE);
	scene_tell(scene, user, "hand");
	remove_message(scene, user, scene_last(scene, user)->event, user);
	remove_message(scene, user, scene_last(scene, user)->event, user);
	scene_wait(scene, MINUTE + SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST_FROM(scene_setup_timed, test_message_in_another_place_stays)
{
	char board[BOT_ID_SIZE];

	find_board(scene, board);
	SCENE_CALL(scene,
		bot_host_message_removed(scene->host, "!other:test", NULL, board, "@stranger:far"));
	remove_message(scene, ANN, board, ANN);
	remove_message(scene, NULL, "$unknown", EVE);
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
}

/* What the bot's own account has removed is not sent again, but later changes are shown. */
SCENE_TEST(test_message_that_the_bot_removed_is_not_sent_again)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	remove_message(scene, NULL, scene_last(scene, ROOM)->event, ME);
	scene_assert_quiet(scene);
}
