/* Why an action is not possible, and which one is. */
#include "tests/support/scene_match.h"

/* White holds 1 2 5 5 5, and the distance is 7. */
SCENE_TEST_FROM(scene_setup_in_reach, test_attack_from_too_far_away_names_one_that_works)
{
	scene_ask(scene, ANN, "attack 3",
		"7 is too far for an attack: the largest card is 5. This attack works: advance 2, "
		"attack 5.");
	scene_tell(scene, ANN, "advance 2, attack 5");
	assert_int_equal(scene_state(scene, 1).round.phase, EG_DEFEND);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_attack_with_a_wrong_card_names_the_right_one)
{
	scene_tell(scene, ANN, "+2");
	scene_ask(scene, BOB, "attack 3",
		"The distance is 5: an attack takes cards of that value. This attack works: attack "
		"5.");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_attack_with_the_wrong_sum_names_one_that_works)
{
	scene_ask(scene, ANN, "+1x5",
		"The distance is 7: the advance and the attack must make that together. This "
		"attack works: advance 2, attack 5.");
}

UNIT_TEST(test_card_that_can_not_attack_moves)
{
	struct scene *scene = scene_with_deck(scene_even_deck);

	scene_ask(scene, ANN, "attack 3",
		"22 is too far for an attack: the largest card is 5. Your 3 can only move you: "
		"advance 3.");
	scene_tell(scene, ANN, "+1");
	scene_tell(scene, BOB, "+1");
	scene_ask(scene, ANN, "attack 2", "Your 2 can only move you: advance 2.");
	scene_destroy(scene);
}
