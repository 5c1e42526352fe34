#include "engine/lab/outlook_check.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <string.h>

/* Measures expectations that are too high by `excess`, and capped at 1. */
static struct calibration_error measure_excess(double excess, unsigned results, uint64_t seed)
{
	struct calibration calibration = {0};
	struct eg_dice dice = {seed};

	for (unsigned i = 0; i < results; i++) {
		double chance = 0.9 * (double)eg_dice_unit(&dice);
		double result = (double)eg_dice_unit(&dice) < chance;

		calibration_add(&calibration, fmin(1, chance + excess), result, 0);
	}
	return calibration_measure(&calibration);
}

UNIT_TEST(test_calibration_without_results_knows_nothing)
{
	const struct calibration none = {0};
	struct calibration_error measured = calibration_measure(&none);

	assert_true(measured.low == 0 && measured.high == 1);
}

UNIT_TEST(test_calibration_interval_has_the_true_error)
{
	unsigned within = 0;

	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct calibration_error measured = measure_excess(0.1, 2000, seed);

		within += measured.low <= 0.1 && measured.high >= 0.1;
		assert_true(measured.high - measured.low < 0.07);
	}
	assert_in_range(within, 184, 200); /* 190 are expected */
}

/* If the expectations are right, all that is left is noise. */
UNIT_TEST(test_calibration_error_of_right_expectations_is_noise)
{
	double errors = 0;
	double noise = 0;

	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct calibration_error measured = measure_excess(0, 1000, seed);

		assert_true(measured.low <= 0.001);
		errors += measured.error;
		noise += measured.noise;
	}
	assert_true(fabs(errors / noise - 1) < 0.1);
}

/* Known luck makes the measurement more exact, also if the luck is not the whole difference. */
UNIT_TEST(test_calibration_is_more_exact_if_luck_is_known)
{
	struct calibration plain = {0};
	struct calibration adjusted = {0};
	struct eg_dice dice = {6};

	for (unsigned i = 0; i < 4000; i++) {
		double chance = (double)eg_dice_unit(&dice);
		double result = (double)eg_dice_unit(&dice) < chance;

		calibration_add(&plain, chance, result, 0);
		calibration_add(&adjusted, chance, result, result - chance);
	}
	assert_true(calibration_measure(&plain).noise > 0.01);
	assert_true(calibration_measure(&adjusted).noise < 0.001);
	assert_true(calibration_measure(&adjusted).error < 0.001);
}

static void measure_player(
	const char *name, const char *rules, uint64_t rounds, struct outlook_check *check)
{
	memset(check, 0, sizeof(*check));
	assert_int_equal(eg_player_parse(name, strlen(name), &check->player), EG_OK);
	assert_int_equal(eg_rules_parse(rules, strlen(rules), &check->rules), EG_OK);
	check->rounds = rounds;
	check->dice.state = 5;
	assert_true(outlook_check_play(check));
}

UNIT_TEST(test_calibration_takes_one_moment_of_each_round)
{
	static const char *const rules[] = {ALL_RULE_SETS};
	struct outlook_check one;
	struct outlook_check two;

	for (size_t set = 0; set < sizeof(rules) / sizeof(rules[0]); set++) {
		measure_player("novice", rules[set], 30, &one);
		measure_player("novice", rules[set], 30, &two);
		assert_memory_equal(&one.outlooks, &two.outlooks, sizeof(one.outlooks));
		for (int outlook = 0; outlook < OUTLOOKS; outlook++) {
			uint64_t moments = 0;

			for (int i = 0; i < CALIBRATION_BINS; i++)
				moments += one.outlooks[outlook].bins[i].gaps.count;
			assert_int_equal(moments, 30);
		}
	}
}

/* The bound is several times the error that was measured with many rounds. */
UNIT_TEST(test_outlook_is_calibrated_for_fencers)
{
	struct outlook_check check;

	measure_player("actor", "advanced", 600, &check);
	for (int outlook = 0; outlook < OUTLOOKS; outlook++)
		assert_true(calibration_measure(&check.outlooks[outlook]).low < 0.03);
}
