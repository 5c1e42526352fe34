/* What people type in other words than those of the help, and what the bot must not guess. */
#include "bot/store/rounds.h"
#include "tests/support/scene_match.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

/* Asserts that this action is the last one. */
static void assert_played(struct scene *scene, const char *typed, const char *notation)
{
	struct bot_round round;
	char text[EG_ACTION_SIZE];

	assert_int_equal(bot_store_round_get(scene->store, 1, 1, &round), BOT_OK);
	eg_action_print(round.action[round.actions - 1], text);
	if (round.actions != 5 || strcmp(text, notation) != 0)
		fail_msg("%s: %s", typed, text);
}

static void test_other_words_for_an_action_play_it(void **state)
{
	static const struct {
		const char *text, *notation;
	} cases[] = {{"move 2 5 5", "+2x55"}, {"play 255", "+2x55"}, {"go back 2", "-2"},
		{"back 2", "-2"}, {"forward 5", "+5"}, {"move forward 1", "+1"}, {"a1", "+1"},
		{"play e", "+1"}, {"go forward 2 and hit 5 5", "+2x55"},
		{"geh zur\xC3\xBC"
		 "ck 2",
			"-2"},
		{"ziehe vor 5", "+5"}, {"ga vooruit 1", "+1"}, {"gioca +2x5", "+2x5"},
		{"play", NULL}};
	(void)state;

	for (size_t i = 0; cases[i].notation; i++) {
		void *scene;

		scene_setup_in_reach(&scene);
		scene_tell(scene, ANN, cases[i].text);
		assert_played(scene, cases[i].text, cases[i].notation);
		scene_teardown(&scene);
	}
}

static void assert_not_played(struct scene *scene, const char *text, const char *answer)
{
	scene_tell(scene, ANN, text);
	scene_assert_answer(scene, ANN, answer);
	assert_int_equal(scene_state(scene, 1).round.plies, 4);
}

static void test_words_with_two_meanings_are_answered_with_a_list(void **state)
{
	struct scene *scene = *state;

	assert_not_played(scene, "move 1", "Which of these? Answer with its letter.\n");
	assert_not_played(scene, "hit", "Which of these? Answer with its letter.\n");
	assert_not_played(scene, "a5", "advance 5 (+5)");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "(+5x2)"));
	assert_non_null(strstr(scene_last(scene, ANN)->body, "(+2x5)"));
	assert_null(strstr(scene_last(scene, ANN)->body, "(-5)"));
	assert_not_played(scene, "a55", "The distance is 7");
	assert_not_played(scene, "a3", "You hold no 3");
}

static void test_question_shows_something_but_changes_nothing(void **state)
{
	struct scene *scene = *state;

	assert_not_played(scene, "hand?", "Your hand: 1 2 5 5 5");
	assert_not_played(scene, "advance 1?", "because of the question mark");
	assert_not_played(scene, "+1?", "because of the question mark");
	scene_say(scene, ROOM, ANN, "!eg resign?");
	scene_assert_answer(scene, ROOM, "because of the question mark");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

static void test_undo_says_what_can_be_done(void **state)
{
	struct scene *scene = *state;

	assert_not_played(scene, "undo", "once you both write abandon #1");
	scene_say(scene, ROOM, EVE, "!eg undo");
	scene_assert_answer(scene, ROOM, "You are in no match here");
	scene_tell(scene, EVE, "practice novice to 1");
	scene_tell(scene, EVE, "undo");
	scene_assert_answer(scene, EVE, "in practice too");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup_in_reach, scene_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_other_words_for_an_action_play_it),
		TEST(test_words_with_two_meanings_are_answered_with_a_list),
		TEST(test_question_shows_something_but_changes_nothing),
		TEST(test_undo_says_what_can_be_done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
