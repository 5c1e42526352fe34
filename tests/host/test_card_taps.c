/* `choices taps`: under each list, the bot adds the cards to tap as its own reactions. */
#include "bot/call/reaction_keys.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define CARD(digit) digit BOT_REACTION_KEYCAP

static unsigned plies(struct scene *scene)
{
	return scene_state(scene, 1).round.plies;
}

static void test_lists_have_no_reactions_by_default(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "hand");
	assert_string_equal(scene_last(scene, ANN)->reactions, "");
}

static void test_choice_of_taps_acts_on_this_turn_at_once(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg choices taps");
	assert_int_equal(scene_events(scene), 2);
	assert_non_null(strstr(scene->row[scene->mark].body, "Each card is one message more"));
	const struct scene_row *list = scene_last(scene, ANN);
	assert_non_null(strstr(list->body, "\na. "));
	assert_string_equal(list->choices, "");
	assert_string_equal(list->reactions, CARD("1") "\n" CARD("2") "\n" CARD("5"));
	scene_tell(scene, ANN, "settings");
	scene_assert_answer(scene, ANN, "choices \u2013 taps");
}

static void test_choices_list_ends_the_reactions(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "choices taps");
	scene_tell(scene, ANN, "choices list");
	assert_string_equal(scene_last(scene, ANN)->reactions, "");
}

static void test_tap_that_fits_several_actions_lists_them(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "choices taps");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, CARD("1"));
	scene_assert_answer(scene, ANN, "Which of these?");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "e. advance 1\nh. retreat 1"));
	assert_int_equal(plies(scene), 4);
	const struct scene_row *letters = scene_last(scene, ANN);
	assert_string_equal(letters->reactions, "\xF0\x9F\x87\xAA\n\xF0\x9F\x87\xAD");
	scene_choose(scene, ANN, letters->event, "\xF0\x9F\x87\xAD");
	assert_int_equal(plies(scene), 5);
}

static void test_list_of_letters_without_taps_has_no_reactions(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "1");
	scene_assert_answer(scene, ANN, "Which of these?");
	assert_string_equal(scene_last(scene, ANN)->reactions, "");
}

static void test_attacked_player_taps_the_card_of_the_parry(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "choices taps");
	scene_tell(scene, ANN, "+2");
	scene_tell(scene, BOB, "x5");
	const struct scene_row *list = scene_last(scene, ANN);
	assert_string_equal(list->reactions, CARD("5"));
	scene_choose(scene, ANN, list->event, CARD("5"));
	assert_int_equal(plies(scene), 7);
	assert_int_equal(scene_state(scene, 1).round.phase, EG_TURN);
}

/* Against an attack after an advance, a card may also retreat. */
static void test_attacked_player_taps_a_card_to_retreat(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, BOB, "choices taps");
	scene_tell(scene, ANN, "+2x55");
	const struct scene_row *list = scene_last(scene, BOB);
	assert_string_equal(
		list->reactions, CARD("1") "\n" CARD("3") "\n" CARD("4") "\n" CARD("5"));
	scene_choose(scene, BOB, list->event, CARD("5"));
	scene_assert_answer(scene, BOB, "letter.\na. parry\ne. retreat 5");
	scene_choose(scene, BOB, list->event, CARD("3"));
	assert_int_equal(plies(scene), 6);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup_in_reach, scene_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_lists_have_no_reactions_by_default),
		TEST(test_choice_of_taps_acts_on_this_turn_at_once),
		TEST(test_choices_list_ends_the_reactions),
		TEST(test_tap_that_fits_several_actions_lists_them),
		TEST(test_list_of_letters_without_taps_has_no_reactions),
		TEST(test_attacked_player_taps_the_card_of_the_parry),
		TEST(test_attacked_player_taps_a_card_to_retreat),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
