/* Acknowledgements: the edit of a player's list of actions after they have played an action. */
#include "bot/host/host.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/posts.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define BREAK "\xC2\xA0\xC2\xB7 " /* a line may end after the dot, and not before it */

/* Each player holds one card of each value, and Ann has a list. */
static int setup(void **state)
{
	struct scene *scene = scene_with_deck(scene_even_deck);

	scene_tell(scene, ANN, "hand");
	*state = scene;
	return 0;
}

static bool waits(struct scene *scene, const char *user)
{
	return bot_outbox_has_optional(scene->store, user, 1);
}

/* Returns how many lists of match 1 the user still sees. */
static size_t open_lists(struct scene *scene, const char *user)
{
	struct bot_open_list lists[BOT_OPEN_MOST];

	return bot_store_open_lists(scene->store, user, 1, lists);
}

SCENE_TEST_FROM(setup, test_list_becomes_an_acknowledgement)
{
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
	assert_string_equal(row->body, "You advanced 5" BREAK "6\xE2\x80\x93"
				       "23" BREAK "hand 1 1 2 3 4");
	assert_false(waits(scene, ANN));
}

/* The list that began the round told the score, and nobody reads the list again. */
SCENE_TEST(test_first_line_of_a_round_tells_the_score)
{
	const char *actor;

	scene_begin(scene, "to 3");
	while (scene_state(scene, 1).rounds < 2)
		scene_play(scene);
	scene_drain_optional(scene);
	actor = scene_to_act(scene);
	scene_play(scene);
	scene_drain_optional(scene);
	assert_int_equal(scene_last(scene, actor)->kind, BOT_OUT_EDIT);
	assert_memory_equal(scene_last(scene, actor)->body, "Score: you ", 11);
	scene_play(scene);
	scene_play(scene);
	scene_drain_optional(scene);
	assert_null(strstr(scene_last(scene, actor)->body, "Score: you "));
}

/* The lines that stay in a private room tell what both have played. */
SCENE_TEST_FROM(setup, test_acknowledgement_tells_what_it_answers)
{
	scene_tell(scene, ANN, "+5");
	scene_drain_optional(scene);
	scene_tell(scene, BOB, "+2");
	scene_drain_optional(scene);
	scene_assert_answer(scene, BOB, "@ann:test advances 5. You advanced 2" BREAK);
}

SCENE_TEST_FROM(setup, test_next_hand_tells_the_action_that_was_not_acknowledged)
{
	scene_tell(scene, ANN, "+5");
	scene_tell(scene, BOB, "+2");
	scene_assert_said(scene, ANN, "You advanced 5. @bob:test advances 2.");
	scene_drain_optional(scene);
	scene_tell(scene, ANN, "+1");
	scene_drain_optional(scene);
	scene_tell(scene, BOB, "-2");
	assert_null(strstr(scene_last(scene, ANN)->body, "You advanced"));
}

SCENE_TEST_FROM(setup, test_action_in_the_room_is_acknowledged_in_private)
{
	scene_say(scene, ROOM, ANN, "!eg advance 2");
	scene_drain_optional(scene);
	scene_assert_answer(scene, ANN, "You advanced 2" BREAK);
}

SCENE_TEST_FROM(setup, test_copy_of_the_list_closes_the_older_one)
{
	const char *older = scene_last(scene, ANN)->event;

	scene_drain_optional(scene);
	scene_tell(scene, ANN, "hand");
	const char *newer = scene_last(scene, ANN)->event;
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	assert_string_equal(scene_last(scene, ANN)->edits, older);
	assert_string_equal(scene_last(scene, ANN)->body, "Continued below.");
	scene_tell(scene, ANN, "+5");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	assert_string_equal(scene_last(scene, ANN)->edits, newer);
	assert_int_equal(open_lists(scene, ANN), 0);
}

/* A list of some actions leaves the whole list open, until the player acts. */
SCENE_TEST_FROM(setup, test_all_lists_of_the_turn_are_closed)
{
	const char *whole = scene_last(scene, ANN)->event;

	scene_drain_optional(scene);
	scene_tell(scene, ANN, "advance");
	const char *some = scene_last(scene, ANN)->event;
	assert_false(waits(scene, ANN));
	scene_tell(scene, ANN, "advance 1");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 2);
	assert_string_equal(scene->row[scene->mark].edits, whole);
	assert_string_equal(scene->row[scene->mark].body, "Continued below.");
	assert_string_equal(scene_last(scene, ANN)->edits, some);
	assert_memory_equal(scene_last(scene, ANN)->body, "You advanced 1", 14);
}

SCENE_TEST_FROM(setup, test_acknowledgement_is_repeated_below_newer_messages)
{
	const char *list = scene_last(scene, ANN)->event;

	scene_tell(scene, ANN, "help");
	scene_tell(scene, ANN, "+5");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 2);
	const struct scene_row *edit = &scene->row[scene->mark];
	const struct scene_row *notice = scene_last(scene, ANN);
	assert_string_equal(edit->edits, list);
	assert_int_equal(notice->kind, BOT_OUT_MESSAGE);
	assert_int_equal(notice->ring, BOT_QUIET);
	assert_string_equal(notice->body, edit->body);
}

/* They look at the list. */
SCENE_TEST_FROM(setup, test_reaction_to_the_list_is_not_acknowledged_twice)
{
	const char *list = scene_last(scene, ANN)->event;

	scene_tell(scene, ANN, "help");
	scene_choose(scene, ANN, list, "a");
	assert_int_equal(scene_state(scene, 1).round.plies, 1);
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	assert_string_equal(scene_last(scene, ANN)->edits, list);
}

SCENE_TEST_FROM(setup, test_next_hand_makes_the_notice_unnecessary)
{
	scene_tell(scene, ANN, "help");
	scene_tell(scene, ANN, "+1");
	assert_true(waits(scene, ANN));
	scene_tell(scene, BOB, "+1");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 2); /* the lines of both */
	assert_int_equal(scene_last(scene, ANN)->kind, BOT_OUT_EDIT);
}

SCENE_TEST_FROM(setup, test_next_hand_goes_before_an_acknowledgement)
{
	scene_tell(scene, ANN, "+1");
	scene_tell(scene, BOB, "+1"); /* Ann gets her next hand */
	assert_int_equal(scene_last(scene, ANN)->kind, BOT_OUT_MESSAGE);
	assert_true(waits(scene, ANN));
	scene_drain_optional(scene);
	scene_assert_said(scene, ANN, "You advanced 1" BREAK);
	scene_assert_said(scene, BOB, "You advanced 1" BREAK);
}

UNIT_TEST(test_action_without_a_list_is_not_acknowledged)
{
	struct scene *scene = scene_with_deck(scene_even_deck);

	scene_say(scene, ROOM, ANN, "!eg advance 2");
	assert_false(waits(scene, ANN));
	scene_destroy(scene);
}

/* Checks that the rows since the mark remove the poll once. */
static void assert_removed(const struct scene *scene, const char *poll)
{
	unsigned removals = 0;

	for (size_t i = scene->mark; i < scene->count; i++) {
		if (scene->row[i].kind != BOT_OUT_REMOVE)
			continue;
		assert_string_equal(scene->row[i].edits, poll);
		removals++;
	}
	assert_int_equal(removals, 1);
}

/* Lets Bob act, whose turn is a poll, by a vote or by a text. */
static void answer_poll(struct scene *scene, const char *vote, const char *text)
{
	scene_tell(scene, BOB, "choices poll");
	scene_tell(scene, ANN, "+1");
	const char *poll = scene_last(scene, BOB)->event;
	if (vote)
		scene_vote(scene, BOB, poll, vote);
	else
		scene_say(scene, ROOM, BOB, text);
	assert_int_equal(scene_state(scene, 1).round.plies, 2);
	assert_int_equal(scene_events(scene), 2); /* the board, and Ann's hand */
	scene_drain_optional(scene);
	assert_removed(scene, poll);
	const struct scene_row *notice = scene_last(scene, BOB);
	assert_int_equal(notice->kind, BOT_OUT_MESSAGE);
	assert_int_equal(notice->ring, BOT_QUIET);
	assert_memory_equal(notice->body, "@ann:test advances 1. You advanced", 34);
	assert_non_null(strstr(notice->body, " hand "));
	/*
	 * The removal is the bot's own, and a late vote is answered like every other late answer.
	 */
	SCENE_CALL(scene,
		bot_host_message_removed(scene->host, "!dm:test", BOB, poll, scene->port.user));
	scene_vote(scene, BOB, poll, "2");
	scene_assert_answer(scene, BOB, "it is @ann:test's turn");
}

SCENE_TEST_FROM(setup, test_answered_poll_is_removed)
{
	answer_poll(scene, "1", NULL);
}

SCENE_TEST_FROM(setup, test_poll_answered_in_the_room_is_removed)
{
	answer_poll(scene, NULL, "!eg advance 1");
}

SCENE_TEST_FROM(setup, test_list_takes_the_place_of_a_poll)
{
	scene_tell(scene, BOB, "choices poll");
	scene_tell(scene, ANN, "+1");
	const char *poll = scene_last(scene, BOB)->event;
	scene_tell(scene, BOB, "hand");
	const char *list = scene_last(scene, BOB)->event;
	scene_drain_optional(scene);
	assert_removed(scene, poll);
	scene_tell(scene, BOB, "+2");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 1);
	assert_string_equal(scene_last(scene, BOB)->edits, list);
}

/* The player reads their hand in the next list. */
SCENE_TEST(test_practice_is_acknowledged_without_the_hand)
{
	scene_tell(scene, ANN, "practice novice");
	const char *list = scene_last(scene, ANN)->event;
	scene_ask(scene, ANN, "a", "Your hand:");
	scene_drain_optional(scene);
	assert_string_equal(scene_last(scene, ANN)->edits, list);
	assert_null(strstr(scene_last(scene, ANN)->body, "hand"));
}

SCENE_TEST_FROM(setup, test_list_is_closed_when_the_match_ends)
{
	const char *list = scene_last(scene, ANN)->event;

	scene_drain_optional(scene);
	scene_tell(scene, BOB, "abort");
	scene_drain_optional(scene);
	scene_assert_said(scene, ANN, "The match is over.");
	assert_string_equal(scene_last(scene, ANN)->edits, list);
}

UNIT_TEST(test_no_end_leaves_a_list_open)
{
	static const struct {
		const char *user, *text, *then, *answer;
	} ends[] = {
		{ANN, "!eg resign", ANN, "!eg yes"}, {BOB, "!eg resign", BOB, "!eg yes"},
		{ANN, "!eg abandon", BOB, "!eg abandon"}, {EVE, "!eg stop", EVE, "!eg yes"},
		{NULL, NULL, NULL, NULL}, /* the clock */
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		struct scene *scene = scene_create(5);

		scene_begin(scene, "clock 5m");
		scene_let_both_act(scene);
		scene_tell(scene, scene_to_act(scene), "hand");
		assert_int_equal(open_lists(scene, scene_to_act(scene)), 1);
		if (ends[i].user) {
			scene_say(scene, ROOM, ends[i].user, ends[i].text);
			scene_say(scene, ROOM, ends[i].then, ends[i].answer);
		} else {
			scene_wait(scene, 6 * MINUTE);
		}
		assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
		assert_int_equal(open_lists(scene, ANN) + open_lists(scene, BOB), 0);
		scene_destroy(scene);
	}
}

/* Each row acknowledges the action before it, to its player. Only those who wait see their hand. */
SCENE_TEST(test_whole_match_is_acknowledged)
{
	static const char *const players[] = {ANN, BOB};
	unsigned waits = 0, ended = 0, again = 0;
	char hand[64];

	scene_begin(scene, "to 3");
	scene_drain_optional(scene);
	while (scene_match(scene, 1).status == BOT_PLAYING) {
		const char *actor = scene_to_act(scene);
		unsigned rounds = scene_state(scene, 1).rounds;

		scene_play(scene);
		scene_drain_optional(scene);
		assert_int_equal(scene_events(scene), 1);
		const struct eg_match now = scene_state(scene, 1);
		const char *body = scene_last(scene, actor)->body;
		bool acts = scene_match(scene, 1).status == BOT_PLAYING &&
			    strcmp(scene_to_act(scene), actor) == 0;
		assert_int_equal(open_lists(scene, actor), acts);
		assert_non_null(strstr(body, "You "));
		if (now.rounds != rounds || scene_match(scene, 1).status != BOT_PLAYING) {
			/* the message below says how the round has ended */
			assert_true(!strstr(body, "round") && !strstr(body, "Touch!"));
			ended++;
		} else if (strcmp(scene_to_act(scene), actor) == 0) {
			assert_non_null(strstr(body, ". You parried."));
			again++;
		} else {
			scene_write_hand(&now.round,
				strcmp(actor, players[EG_WHITE]) == 0 ? EG_WHITE : EG_BLACK, hand);
			hand[strcspn(hand, "\n")] = '\0';
			assert_non_null(strstr(body, hand + strlen("Your hand:")));
			waits++;
		}
	}
	assert_true(waits > 10);
	assert_true(ended > 0);
	assert_true(again > 0);
}
