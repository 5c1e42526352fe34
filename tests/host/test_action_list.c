/* Actions chosen by number in a text, by a reaction or by a vote. */
#include "tests/support/scene_match.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define KEYCAP "\xEF\xB8\x8F\xE2\x83\xA3" /* U+FE0F U+20E3 */
/* some clients leave out the variation selector before the keycap character */
#define BARE "\xE2\x83\xA3"
#define TEN  "\xF0\x9F\x94\x9F" /* U+1F51F */
#define OLD  "no list of the present turn"

/* Each player holds one card of each value, so each list of choices begins with +1 to +5. */
static int setup(void **state)
{
	*state = scene_with_deck(scene_even_deck);
	return 0;
}

static unsigned plies(struct scene *scene, int64_t match)
{
	return scene_state(scene, match).round.plies;
}

/* Makes the player ask for their hand. Returns the event id of the bot's answer. */
static const char *hand(struct scene *scene, const char *user)
{
	scene_tell(scene, user, "hand");
	return scene_last(scene, user)->event;
}

static void test_reaction_plays_the_action_of_its_number(void **state)
{
	struct scene *scene = *state;

	scene_choose(scene, ANN, hand(scene, ANN), "3" KEYCAP);
	assert_int_equal(scene_state(scene, 1).round.space[EG_WHITE], 4);
	assert_int_equal(scene_events(scene), 2);
	scene_choose(scene, BOB, scene_last(scene, BOB)->event, "2" BARE);
	assert_int_equal(scene_state(scene, 1).round.space[EG_BLACK], 21);
	assert_int_equal(scene_events(scene), 2);
}

static void test_reaction_ten_is_number_ten(void **state)
{
	struct scene *scene = *state;

	scene_choose(scene, ANN, hand(scene, ANN), TEN);
	scene_assert_answer(scene, ANN, "no choice 10.");
	assert_int_equal(plies(scene, 1), 0);
}

static void test_reaction_without_number_is_ignored(void **state)
{
	static const char *const keys[] = {"", "\xF0\x9F\x91\x8D", "+3", "advance 3", "1 2", "#1",
		"1 #1", "33", "99999999999999999999", ("\xFF" BARE), BARE, "help"};
	struct scene *scene = *state;
	const char *event = hand(scene, ANN);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		scene_choose(scene, ANN, event, keys[i]);
		assert_int_equal(scene_events(scene), 0);
	}
	assert_int_equal(plies(scene, 1), 0);
}

static void test_reaction_in_a_room_is_ignored(void **state)
{
	struct scene *scene = *state;
	struct bot_message message = {.event = "$shown",
		.room = ROOM,
		.sender = ANN,
		.text = "1" KEYCAP,
		.reply_to = hand(scene, ANN),
		.choice = true};

	assert_false(bot_host_is_command(scene->host, &message));
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 0);
	assert_int_equal(plies(scene, 1), 0);
}

static void test_reaction_is_handled_once(void **state)
{
	struct scene *scene = *state;
	struct bot_message message = {.event = "$twice",
		.room = "!private-ann:test",
		.sender = ANN,
		.text = "1" KEYCAP,
		.reply_to = hand(scene, ANN),
		.private = true,
		.choice = true};

	assert_true(bot_host_is_command(scene->host, &message));
	scene_message(scene, &message);
	assert_int_equal(plies(scene, 1), 1);
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 0);
	assert_int_equal(plies(scene, 1), 1);
}

static void test_number_on_an_old_list_is_not_played(void **state)
{
	struct scene *scene = *state;
	const char *old = hand(scene, ANN);

	scene_tell(scene, ANN, "+1");
	scene_choose(scene, ANN, old, "1" KEYCAP);
	scene_assert_answer(scene, ANN, "it is @bob:test's turn");
	scene_tell(scene, BOB, "+1");
	scene_choose(scene, ANN, old, "1" KEYCAP);
	scene_assert_answer(scene, ANN, OLD);
	assert_true(scene_last(scene, ANN)->private);
	scene->reply_to = old;
	scene_tell(scene, ANN, "1");
	scene_assert_answer(scene, ANN, OLD);
	assert_int_equal(plies(scene, 1), 2);

	/* An action in words does not depend on a list. So the bot plays it even in a reply to an
	 * old list. */
	scene->reply_to = old;
	scene_tell(scene, ANN, "+2");
	assert_int_equal(plies(scene, 1), 3);
}

static void test_number_on_a_list_of_the_same_turn_is_played(void **state)
{
	struct scene *scene = *state;
	const char *first = hand(scene, ANN);

	hand(scene, ANN);
	scene_tell(scene, ANN, "board");
	scene_choose(scene, ANN, first, "2" KEYCAP);
	assert_int_equal(scene_state(scene, 1).round.space[EG_WHITE], 3);
}

static void test_number_on_a_message_without_list_is_not_played(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "board");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, "1" KEYCAP);
	scene_assert_answer(scene, ANN, OLD);
	scene_choose(scene, ANN, "$unheard-of", "1" KEYCAP);
	scene_assert_answer(scene, ANN, OLD);
	/* it is not Bob's turn, so the message with his hand has no list */
	scene_choose(scene, BOB, hand(scene, BOB), "1" KEYCAP);
	scene_assert_answer(scene, BOB, OLD);
	assert_int_equal(plies(scene, 1), 0);

	/* In a reply to a message without a list, a number still plays in the match of that
	 * message. */
	scene->reply_to = scene_last(scene, BOB)->event;
	scene_tell(scene, ANN, "1");
	assert_int_equal(plies(scene, 1), 1);
}

static void test_number_plays_in_the_match_of_its_list(void **state)
{
	struct scene *scene = *state;
	const char *first = hand(scene, ANN);

	scene_begin_between(scene, ANN, EVE, "first white");
	scene_tell(scene, ANN, "hand #2");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, "1" KEYCAP);
	assert_int_equal(plies(scene, 1), 0);
	assert_int_equal(plies(scene, 2), 1);
	scene_say(scene, ROOM, ANN, "!eg resign #1");

	/* The match of the list has ended. The bot must not play a number of this list in another
	 * match. */
	scene_choose(scene, ANN, first, "1" KEYCAP);
	scene_assert_answer(scene, ANN, "#1 is no match");
	scene_tell(scene, EVE, "+1");
	unsigned before = plies(scene, 2);
	scene->reply_to = first;
	scene_tell(scene, ANN, "1");
	assert_int_equal(plies(scene, 2), before);
	scene->reply_to = first;
	scene_tell(scene, ANN, "resign");
	scene_assert_answer(scene, ANN, "#1 is no match");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

static void test_number_chooses_between_actions_that_fit(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "advance");
	scene_assert_answer(scene, ANN, "Which of these?");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, "4" KEYCAP);
	assert_int_equal(scene_state(scene, 1).round.space[EG_WHITE], 5);
}

static void test_poll_is_sent_to_players_who_chose_polls(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, BOB, "!eg choices poll");
	scene_assert_answer(scene, BOB, "as a poll");
	assert_true(scene_last(scene, BOB)->private);
	scene_tell(scene, ANN, "+1");
	assert_int_equal(scene_events(scene), 2);
	const struct scene_row *row = scene_last(scene, BOB);
	assert_string_equal(row->choices, "advance 1 (+1)\nadvance 2 (+2)\nadvance 3 (+3)\n"
					  "advance 4 (+4)\nadvance 5 (+5)");
	assert_non_null(strstr(row->body, "Your hand: 1 2 3 4 5"));
	assert_null(strstr(row->body, "advance 1 (+1)"));
	assert_int_equal(row->ring, BOT_RING);
	scene_choose(scene, BOB, row->event, "5");
	assert_int_equal(scene_state(scene, 1).round.space[EG_BLACK], 18);

	/* Bob gets a poll, but Ann gets a list. */
	assert_string_equal(scene_last(scene, ANN)->choices, "");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "1. "));
}

static void test_hand_command_shows_a_list_instead_of_a_poll(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "choices poll");
	hand(scene, ANN);
	assert_string_equal(scene_last(scene, ANN)->choices, "");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "\n1. advance 1 (+1)"));
}

static void test_vote_in_an_old_poll_is_not_played(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, BOB, "Choices Poll");
	scene_tell(scene, ANN, "+1");
	const char *old = scene_last(scene, BOB)->event;
	scene_choose(scene, BOB, old, "1");
	scene_tell(scene, ANN, "1");
	assert_int_equal(plies(scene, 1), 3);
	scene_choose(scene, BOB, old, "1");
	scene_assert_answer(scene, BOB, OLD);
	assert_int_equal(plies(scene, 1), 3);
}

static void test_choices_list_ends_polls(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, BOB, "choices poll");
	scene_tell(scene, BOB, "choices list");
	scene_assert_answer(scene, BOB, "numbered list");
	scene_tell(scene, ANN, "+1");
	assert_string_equal(scene_last(scene, BOB)->choices, "");
	scene_tell(scene, BOB, "choices");
	scene_assert_answer(scene, BOB, "choices list|poll");
	scene_tell(scene, BOB, "choices cards");
	scene_assert_answer(scene, BOB, "choices list|poll");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, scene_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_reaction_plays_the_action_of_its_number),
		TEST(test_reaction_ten_is_number_ten),
		TEST(test_reaction_without_number_is_ignored),
		TEST(test_reaction_in_a_room_is_ignored),
		TEST(test_reaction_is_handled_once),
		TEST(test_number_on_an_old_list_is_not_played),
		TEST(test_number_on_a_list_of_the_same_turn_is_played),
		TEST(test_number_on_a_message_without_list_is_not_played),
		TEST(test_number_plays_in_the_match_of_its_list),
		TEST(test_number_chooses_between_actions_that_fit),
		TEST(test_poll_is_sent_to_players_who_chose_polls),
		TEST(test_hand_command_shows_a_list_instead_of_a_poll),
		TEST(test_vote_in_an_old_poll_is_not_played),
		TEST(test_choices_list_ends_polls),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
