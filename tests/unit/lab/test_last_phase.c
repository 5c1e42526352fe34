#include "engine/lab/last_phase.h"
#include "tests/support/cmocka.h"

#include <math.h>

UNIT_TEST(test_last_phase_finds_a_better_response)
{
	struct last_phase phase = {
		.rules = {EG_ADVANCED, EG_FINAL_POSITION}, .positions = 20, .dice = {4}};

	assert_int_equal(eg_player_parse("random", 6, &phase.player), EG_OK);
	assert_true(last_phase_measure(&phase));
	assert_int_equal(phase.gain.count, 20);
	assert_true(
		sample_mean(&phase.gain) >
		0.1); /* if the opponent knows that the player is random, the opponent gains much */
	assert_true(fabs(sample_mean(&phase.best) - sample_mean(&phase.own) -
			    sample_mean(&phase.gain)) < 1e-9);
	assert_true(sample_mean(&phase.best) <= 1);
}
