/* Acknowledgements: the edit of a player's list of actions after they have played an action. */
#include "bot/store/outbox_counts.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <string.h>

/* Each player holds one card of each value, and Ann has a list. */
static int setup(void **state)
{
	struct scene *scene = scene_with_deck(scene_even_deck);

	scene_tell(scene, ANN, "hand");
	*state = scene;
	return 0;
}

static size_t waiting(struct scene *scene, const char *user)
{
	size_t rows = 0;

	assert_int_equal(bot_outbox_lane_size(scene->store, true, user, &rows), BOT_OK);
	return rows;
}

static void test_list_becomes_an_acknowledgement(void **state)
{
	struct scene *scene = *state;
	const char *list = scene_last(scene, ANN)->event;

	scene_tell(scene, ANN, "+5");
	assert_int_equal(scene_events(scene), 2); /* the board, and Bob's hand */
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	const struct scene_row *row = scene_last(scene, ANN);
	assert_int_equal(row->kind, BOT_OUT_EDIT);
	assert_true(row->private);
	assert_int_equal(row->ring, BOT_QUIET);
	assert_string_equal(row->edits, list);
	assert_string_equal(
		row->body, "You advanced 5.\nYour hand: 1 1 2 3 4\n#1: waiting for @bob:test.");
	assert_int_equal(waiting(scene, ANN), 0);
}

static void test_action_in_the_room_is_acknowledged_in_private(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg advance 2");
	scene_drain_optional(scene);
	scene_assert_answer(scene, ANN, "You advanced 2.");
}

static void test_newest_list_of_the_turn_is_edited(void **state)
{
	struct scene *scene = *state;
	const char *hand = scene_last(scene, ANN)->event;

	scene_tell(scene, ANN, "attack");
	scene_tell(scene, ANN, "advance");
	const char *list = scene_last(scene, ANN)->event;
	assert_string_not_equal(list, hand);
	scene_tell(scene, ANN, "advance 1");
	scene_drain_optional(scene);
	assert_string_equal(scene_last(scene, ANN)->edits, list);
}

static void test_next_hand_replaces_an_acknowledgement(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "+1");
	assert_int_equal(waiting(scene, ANN), 1);
	scene_tell(scene, BOB, "+1"); /* Ann gets her next hand */
	assert_int_equal(waiting(scene, ANN), 0);
	assert_int_equal(waiting(scene, BOB), 1);
	scene_drain_optional(scene);
	scene_assert_answer(scene, BOB, "You advanced 1.");
}

static void test_action_without_a_list_is_not_acknowledged(void **state)
{
	struct scene *scene = scene_with_deck(scene_even_deck);
	(void)state;

	scene_say(scene, ROOM, ANN, "!eg advance 2");
	assert_int_equal(waiting(scene, ANN), 0);
	scene_destroy(scene);
}

static void test_vote_is_acknowledged_by_the_end_of_the_poll(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, BOB, "choices poll");
	scene_tell(scene, ANN, "+1");
	const char *poll = scene_last(scene, BOB)->event;
	scene_choose(scene, BOB, poll, "1");
	assert_int_equal(scene_state(scene, 1).round.plies, 2);
	assert_int_equal(scene_events(scene), 2); /* the board, and Ann's hand */
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	const struct scene_row *end = scene_last(scene, BOB);
	assert_true(end->ends_poll);
	assert_string_equal(end->edits, poll);
	assert_int_equal(end->ring, BOT_QUIET);
	assert_memory_equal(end->body, "You advanced", 12);
	assert_non_null(strstr(end->body, "Your hand: "));
	assert_non_null(strstr(end->body, "#1: waiting for @ann:test."));
	/* Bob asks for the list, which is not a poll. */
	scene_tell(scene, ANN, "+1");
	scene_tell(scene, BOB, "hand");
	const char *list = scene_last(scene, BOB)->event;
	scene_tell(scene, BOB, "+2");
	scene_drain_optional(scene);
	assert_string_equal(scene_last(scene, BOB)->edits, list);
	assert_false(scene_last(scene, BOB)->ends_poll);
}

/* The next poll drops the acknowledgement that waits, and Bob gets no second end of his poll. */
static void test_next_poll_replaces_an_acknowledgement(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, BOB, "choices poll");
	scene_tell(scene, ANN, "+1");
	scene_choose(scene, BOB, scene_last(scene, BOB)->event, "1");
	assert_int_equal(waiting(scene, BOB), 1);
	scene_tell(scene, ANN, "+1");
	assert_int_equal(waiting(scene, BOB), 0);
	assert_false(scene_last(scene, BOB)->ends_poll);
}

static void test_practice_is_not_acknowledged(void **state)
{
	struct scene *scene = scene_create(1);
	(void)state;

	scene_tell(scene, ANN, "practice novice");
	scene_tell(scene, ANN, "1");
	scene_assert_said(scene, ANN, "Your hand:");
	assert_int_equal(waiting(scene, ANN), 0);
	scene_destroy(scene);
}

/* Each row acknowledges the action before it, to its player. The player to act gets none. */
static void test_whole_match_is_acknowledged(void **state)
{
	static const char *const players[] = {ANN, BOB};
	struct scene *scene = scene_create(3);
	unsigned acknowledged = 0, ended = 0, again = 0;
	char hand[64];
	(void)state;

	scene_begin(scene, "to 3");
	while (scene_match(scene, 1).status == BOT_PLAYING) {
		const char *actor = scene_to_act(scene);
		unsigned rounds = scene_state(scene, 1).rounds;

		scene_play(scene);
		if (scene_match(scene, 1).status != BOT_PLAYING)
			break;
		bool same = strcmp(scene_to_act(scene), actor) == 0;
		bool over = scene_state(scene, 1).rounds != rounds;
		ended += over;
		scene_drain_optional(scene);
		assert_int_equal(scene_events(scene), same || over ? 0 : 1);
		again += same;
		if (same || over) /* the end of a round is a message of its own */
			continue;
		const struct eg_match now = scene_state(scene, 1);
		const char *body = scene_last(scene, actor)->body;
		scene_write_hand(&now.round,
			strcmp(actor, players[EG_WHITE]) == 0 ? EG_WHITE : EG_BLACK, hand);
		assert_memory_equal(body, "You ", 4);
		assert_non_null(strstr(body, hand));
		assert_non_null(strstr(body, "#1: waiting for "));
		acknowledged++;
	}
	assert_true(acknowledged > 10);
	assert_true(ended > 0);
	assert_true(again > 0);
	scene_destroy(scene);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, scene_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_list_becomes_an_acknowledgement),
		TEST(test_action_in_the_room_is_acknowledged_in_private),
		TEST(test_newest_list_of_the_turn_is_edited),
		TEST(test_next_hand_replaces_an_acknowledgement),
		cmocka_unit_test(test_action_without_a_list_is_not_acknowledged),
		TEST(test_vote_is_acknowledged_by_the_end_of_the_poll),
		TEST(test_next_poll_replaces_an_acknowledgement),
		cmocka_unit_test(test_practice_is_not_acknowledged),
		cmocka_unit_test(test_whole_match_is_acknowledged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
