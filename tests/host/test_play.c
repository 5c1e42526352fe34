/* Actions: the bot plays them, answers with a list, or refuses them. Hands stay private. */
#include "tests/support/scene_match.h"
#include "tests/support/sentences.h"

#include <stdio.h>
#include <string.h>

/*
 * Asserts that the bot does not play the command, and tells the user why in a private message that
 * doesn't ring.
 */
static void assert_refused(struct scene *scene, const char *user, const char *text, const char *why)
{
	unsigned plies = scene_state(scene, 1).round.plies;

	scene_say(scene, ROOM, user, text);
	scene_assert_answer(scene, user, why);
	assert_true(scene_last(scene, user)->private);
	assert_int_equal(scene_last(scene, user)->ring, BOT_QUIET);
	assert_int_equal(scene_state(scene, 1).round.plies, plies);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_that_fits_several_is_answered_with_a_list)
{
	assert_refused(scene, ANN, "!eg retreat", "Which of these?");
	assert_refused(scene, ANN, "!eg attack", "Which of these?");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "advance 2, attack 5 5\n"));
	assert_non_null(strstr(scene_last(scene, ANN)->body, "advance 5, attack 2"));
	assert_null(strstr(scene_last(scene, ANN)->body, "advance 2\n"));
	scene_tell(scene, ANN, "+2");
	assert_refused(scene, BOB, "!eg attack", "Which of these?");
	assert_non_null(strstr(scene_last(scene, BOB)->body, ". attack 5 5"));
	assert_null(strstr(scene_last(scene, BOB)->body, "advance 1, attack 4"));
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_is_chosen_by_letter_from_that_list)
{
	const char *line;
	char letter[2] = "";

	scene_tell(scene, ANN, "attack");
	line = strstr(scene_last(scene, ANN)->body, ". advance 2, attack 5 5\n");
	assert_non_null(line);
	letter[0] = line[-1];
	scene_tell(scene, ANN, letter);
	assert_int_equal(scene_state(scene, 1).round.attack.count, 2);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_that_fits_one_is_played)
{
	/* Ann holds one 2, so only one action fits */
	scene_say(scene, ROOM, ANN, "!eg advance 5 attack");
	assert_int_equal(scene_state(scene, 1).round.attack.card, 2);
	assert_int_equal(scene_events(scene), 2);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_that_is_not_legal_is_explained)
{
	static const struct {
		const char *text;
		const char *why;
	} cases[] = {
		{"!eg +3", "You hold no 3."},
		{"!eg +7", "Cards are 1 to 5."},
		{"!eg attack 5", "7 is too far for an attack"},
		{"!eg advance 2 attack 4", "The distance is 7"},
		{"!eg advance 3 attack 4", "You hold no 3."},
		{"!eg +2x5555", "You don't hold enough of them: 5 5 5 5"},
		{"!eg parry", "Nobody attacks you"},
		{"!eg pass", "You can't pass"},
		{"!eg o", "There is no o in your list."},
		{"!eg 17", "A number is a card, and cards are 1 to 5."},
		{"!eg 0", "answer with a letter."},
		{"!eg advance 1 retreat 1", "I don't understand that as an action"},
		{"!eg +1x<b>", "I don't understand that as an action"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_refused(scene, ANN, cases[i].text, cases[i].why);
		assert_non_null(strstr(scene_last(scene, ANN)->body, "\nYour hand: 1 2 5 5 5\n"));
		assert_non_null(strstr(
			scene_last(scene, ANN)->body, "\ne. advance 1 \xC2\xB7 f. advance 2"));
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_off_the_piste_or_too_far_is_explained)
{
	scene_tell(scene, ANN, "-5");
	scene_tell(scene, BOB, "-5");
	assert_refused(scene, ANN, "!eg -5", "You would step off the piste.");
	scene_tell(scene, ANN, "+5");
	scene_tell(scene, BOB, "+5");
	scene_tell(scene, ANN, "+5");
	assert_refused(scene, BOB, "!eg +3", "The distance is 2: you can't advance 3.");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_attack_is_parried_and_the_turn_goes_on)
{
	scene_tell(scene, ANN, "+2x55");
	assert_non_null(strstr(scene_last(scene, BOB)->body,
		"@ann:test has advanced and attacks you with 5 5.\nYour hand: 1 3 4 5 5\n"));
	assert_null(strstr(scene_last(scene, BOB)->body, "advances 2"));
	assert_refused(scene, BOB, "!eg x5", "You are attacked with 5 5: parry with as many, or");
	assert_refused(scene, BOB, "!eg parry 5", "The attack is 5 5; a parry takes the same.");
	assert_refused(scene, BOB, "!eg parry 3 4", "The attack is 5 5; a parry takes the same.");
	assert_refused(scene, BOB, "!eg =35", "The attack is 5 5; a parry takes the same.");
	assert_refused(scene, BOB, "!eg -2", "You hold no 2.");
	scene_tell(scene, BOB, "parry");
	assert_int_equal(scene_events(scene), 2);
	assert_memory_equal(scene_last(scene, BOB)->body, "Your hand: 1 3 4\n", 17);
	assert_int_equal(scene_last(scene, BOB)->ring, BOT_RING);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_attack_that_can_not_be_parried_is_explained)
{
	scene_tell(scene, ANN, "+2x555");
	assert_refused(scene, BOB, "!eg parry", "You don't hold 5 5 5, so you can't parry.");
	assert_refused(scene, BOB, "!eg parry 5 3", "You don't hold 5 5 5, so you can't parry.");
	scene_tell(scene, BOB, "retreat 3");
	assert_int_equal(scene_state(scene, 1).round.phase, EG_TURN);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_attack_that_is_direct_allows_no_retreat)
{
	scene_tell(scene, ANN, "+2");
	scene_tell(scene, BOB, "x5");
	assert_refused(scene, ANN, "!eg -1", "You are attacked with 5: parry with as many, no");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_in_the_turn_of_the_opponent_is_refused)
{
	assert_refused(scene, BOB, "!eg +1", "#1: it is @ann:test's turn.");
	assert_refused(scene, BOB, "!eg a", "#1: it is @ann:test's turn.");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_action_by_a_player_in_several_matches)
{
	struct sentences_choice choices[EG_CHOICES_MAX];
	char first[32], board[32];

	scene_begin_between(scene, EVE, ANN, "first white");
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	scene_say(scene, ROOM, ANN, "!eg -1"); /* it is Ann's turn only in #1 */
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
	scene_tell(scene, EVE, "a");
	scene_tell(scene, BOB, "-1");
	snprintf(first, sizeof(first), "%s", scene_last(scene, ANN)->event);
	sentences_choices(scene_last(scene, ANN)->body, choices);
	scene_say(scene, ROOM, ANN, "!eg advance"); /* it is Ann's turn in both matches */
	scene_assert_answer(scene, ROOM,
		"such as !engarde #2: #2 (@eve:test – @ann:test), #1 (@ann:test – @bob:test)");
	scene_tell(scene, ANN, "a"); /* the list of #1 was there later, so the letter is of #2 */
	assert_int_equal(scene_state(scene, 2).round.plies, 2);
	scene_tell(scene, EVE, "a");
	scene->reply_to = board;
	scene_say(scene, ROOM, ANN, "!eg +1");
	assert_int_equal(scene_state(scene, 2).round.plies, 4);
	scene_tell(scene, EVE, "a");
	scene->reply_to = first;
	scene_tell(scene, ANN, choices[0].letter);
	assert_int_equal(scene_state(scene, 1).round.plies, 7);
	scene->reply_to = "$unknown";
	scene_ask(scene, ANN, "hand #2", "#2: you ");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_private_room_needs_no_prefix_but_accepts_one)
{
	scene_tell(scene, ANN, "!engarde -1");
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
	scene_tell(scene, BOB, "-1");
	assert_int_equal(scene_state(scene, 1).round.plies, 6);
	scene_tell(scene, ANN, "\xE2\x88\x92 1"); /* a typographic minus */
	assert_int_equal(scene_state(scene, 1).round.plies, 7);
	scene_tell(scene, BOB, "\xF0\x9F\x87\xA6"); /* the regional indicator A */
	assert_int_equal(scene_state(scene, 1).round.plies, 8);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_hand_is_always_shown_in_private)
{
	scene_say(scene, ROOM, BOB, "!eg hand");
	scene_assert_answer(scene, BOB, "Your hand: 1 3 4 5 5\n#1: waiting for @ann:test.");
	scene_say(scene, ROOM, ANN, "!eg hand");
	scene_assert_answer(scene, ANN,
		"Your hand: 1 2 5 5 5\n#1: you 8, @bob:test 15, distance 7, pile 11.\n"
		"a. advance 2, attack 5\nb. advance 2, attack 5 5\n");
	scene_assert_said(scene, ANN, "\nCoach: You can advance and attack: two cards make 7.");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_stop_is_for_moderators_in_the_room)
{
	scene_ask_in(scene, ROOM, ANN, "!eg stop yes", "Only moderators");
	scene_ask(scene, EVE, "stop #1", "in the room");
	scene_ask_in(scene, "!other:test", EVE, "!eg stop #1 yes", "Only moderators");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_ask_in(scene, ROOM, EVE, "!eg stop yes", "Which one?");
	scene_say(scene, ROOM, EVE, "!eg stop #1 yes");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "#1 (@ann:test – @bob:test) was"));
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	scene_ask_in(scene, ROOM, EVE, "!eg stop yes", "#2 (@bob:test – anybody) was stopped");
	scene_ask_in(scene, ROOM, EVE, "!eg stop yes", "nothing to stop");
}
