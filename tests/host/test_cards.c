/*
 * Cards as answers: a message of digits alone, or a keycap. The bot plays the action if only one
 * fits the cards; else it lists those that fit, or says why none does.
 */
#include "bot/store/rounds.h"
#include "tests/support/memory_store.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define KEYCAP "\xEF\xB8\x8F\xE2\x83\xA3" /* U+FE0F U+20E3 */

/* Asserts that this action is the last one. */
static void assert_played(struct scene *scene, const char *notation)
{
	struct bot_round round;
	char text[EG_ACTION_SIZE];

	assert_true(bot_store_round_get(scene->store, 1, 1, &round));
	eg_action_print(round.action[round.actions - 1], text);
	assert_string_equal(text, notation);
}

static void assert_not_played(struct scene *scene, const char *user, const char *why)
{
	scene_assert_answer(scene, user, why);
	assert_true(scene_last(scene, user)->private);
	assert_int_equal(scene_state(scene, 1).round.plies, 4);
}

UNIT_TEST_FROM(scene_setup_in_reach, scene_teardown, test_cards_that_fit_one_action_are_played)
{
	static const struct {
		const char *cards, *notation;
	} cases[] = {{"2 5 5", "+2x55"}, {"255", "+2x55"}, {"5 2 5", "+2x55"}, {"5255", "+2x555"},
		{"2" KEYCAP "5" KEYCAP "5" KEYCAP, "+2x55"}};

	scene_teardown(state);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_setup_in_reach(state);
		scene_tell(*state, ANN, cases[i].cards);
		assert_played(*state, cases[i].notation);
		if (i + 1 < sizeof(cases) / sizeof(cases[0]))
			scene_teardown(state);
	}
}

SCENE_TEST_FROM(
	scene_setup_in_reach, test_card_that_fits_several_actions_is_answered_with_their_letters)
{
	scene_say(scene, ROOM, ANN, "!eg 1");
	assert_not_played(
		scene, ANN, "Which of these? Answer with its letter.\ne. advance 1\nh. retreat 1");
	assert_string_equal(scene_last(scene, ANN)->html,
		"Which of these? Answer with its letter.<br><code>e</code>&nbsp;advance&nbsp;1<br>"
		"<code>h</code>&nbsp;retreat&nbsp;1");
	scene_tell(scene, ANN, "52");
	assert_not_played(scene, ANN,
		"Which of these? Answer with its letter.\na. advance 2, attack 5\n"
		"d. advance 5, attack 2");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, "1" KEYCAP);
	assert_not_played(scene, ANN, "letter.\ne. advance 1\nh. retreat 1");
	scene_tell(scene, ANN, "h");
	assert_played(scene, "-1");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_cards_that_fit_no_action_are_explained)
{
	static const struct {
		const char *cards, *why;
	} cases[] = {
		{"3", "You hold no 3.\nYour hand: 1 2 5 5 5\n"},
		{"3 4", "You hold no 3.\n"},
		{"1 1", "You don't hold enough of them: 1 1.\n"},
		{"5 5 5 5", "You don't hold enough of them: 5 5 5 5.\n"},
		{"1 2", "You can't play 1 2 now: the distance is 7.\n"},
		{"55", "You can't play 5 5 now: the distance is 7.\n"},
		{"7", "A number is a card, and cards are 1 to 5. To choose from the list, answer"},
		{"0", "A number is a card"},
		{"1 9", "A number is a card"},
		{"11111111111111111111111111111111111111111111",
			"You don't hold enough of them: 1"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tell(scene, ANN, cases[i].cards);
		assert_not_played(scene, ANN, cases[i].why);
		assert_non_null(strstr(scene_last(scene, ANN)->body, "\ne. advance 1 \xC2\xB7 "));
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_cards_of_a_parry_are_those_of_the_attack)
{
	scene_tell(scene, ANN, "b"); /* Ann attacks with 5 5 after an advance */
	scene_ask(scene, BOB, "5", "letter.\na. parry\ne. retreat 5");
	scene_ask(scene, BOB, "2", "parry with as many, or retreat with one card.");
	scene_tell(scene, BOB, "5 5");
	assert_played(scene, "=");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_keycap_answers_an_attack_with_its_card)
{
	scene_tell(scene, ANN, "+2x55");
	scene_choose(scene, BOB, scene_last(scene, BOB)->event, "3" KEYCAP);
	assert_played(scene, "-3");
}

/* Lists of earlier versions have numbers, in the order of the engine. */

static void make_lists_old(struct scene *scene)
{
	memory_store_sql(scene->store, "UPDATE posts SET letters = 0");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_number_of_an_old_list_keeps_its_meaning)
{
	make_lists_old(scene);
	scene_tell(scene, ANN, "17");
	assert_not_played(scene, ANN, "There is no 17 in your list.");
	make_lists_old(scene);
	scene_tell(scene, ANN, "4");
	assert_played(scene, "+2x55");
	/* The next turn has a list with letters. */
	scene_tell(scene, BOB, "4");
	assert_played(scene, "-4");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_keycap_and_vote_of_an_old_list_keep_their_meaning)
{
	const char *old = scene_last(scene, ANN)->event;

	make_lists_old(scene);
	scene_choose(scene, ANN, old, "1" KEYCAP "0" KEYCAP);
	assert_played(scene, "-5");
	old = scene_last(scene, BOB)->event;
	make_lists_old(scene);
	scene_vote(scene, BOB, old, "1");
	assert_played(scene, "+1");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_vote_means_its_line_and_never_a_card)
{
	scene_vote(scene, ANN, scene_last(scene, ANN)->event, "2");
	assert_played(scene, "+2x55");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_letter_has_no_meaning_in_an_old_list)
{
	const char *old = scene_last(scene, ANN)->event;

	make_lists_old(scene);
	scene_tell(scene, ANN, "a");
	assert_not_played(scene, ANN, "There is no a in your list.\nYour hand: 1 2 5 5 5\n");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "\na. advance 2, attack 5\n"));
	/* Now the newest list has letters, so a number is a card, unless it is for the old list. */
	scene_tell(scene, ANN, "1");
	assert_not_played(scene, ANN, "h. retreat 1");
	scene->reply_to = old;
	scene_tell(scene, ANN, "1");
	assert_played(scene, "+1");
}
