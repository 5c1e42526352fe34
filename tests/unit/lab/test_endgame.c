#include "engine/lab/endgame.h"
#include "tests/support/cmocka.h"

#include <string.h>

static struct endgame measure(const char *name, uint64_t pile, uint64_t positions)
{
	struct endgame endgame = {.rules = {EG_ADVANCED, EG_FINAL_POSITION},
		.pile = pile,
		.positions = positions,
		.iterations = 50,
		.dice = {4}};

	assert_int_equal(eg_player_parse(name, strlen(name), &endgame.player), EG_OK);
	assert_true(endgame_measure(&endgame));
	assert_int_equal(endgame.loss.count, positions);
	return endgame;
}

UNIT_TEST(test_a_random_player_loses_much_in_the_end)
{
	const struct endgame endgame = measure("random", 2, 20);

	assert_true(sample_mean(&endgame.loss) > 0.05);
	assert_true(sample_mean(&endgame.exploitability) < 0.001);
	assert_true(sample_mean(&endgame.exploitability) > -0.00001);
}

UNIT_TEST(test_the_actor_loses_little_in_the_end)
{
	const struct endgame endgame = measure("actor", 2, 20);

	assert_true(sample_mean(&endgame.loss) < 0.05);
}
