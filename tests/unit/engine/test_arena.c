#include "engine/command/duel.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <string.h>

static double fight(
	const char *a, const char *b, const char *rules, uint64_t rounds, struct duel *duel)
{
	memset(duel, 0, sizeof(*duel));
	assert_int_equal(eg_player_parse(a, strlen(a), &duel->players[0]), EG_OK);
	assert_int_equal(eg_player_parse(b, strlen(b), &duel->players[1]), EG_OK);
	assert_int_equal(eg_rules_parse(rules, strlen(rules), &duel->rules), EG_OK);
	duel->rounds = rounds;
	duel->dice.state = 17;
	assert_true(duel_fight(duel));
	assert_int_equal(duel->score.count, rounds);
	return sample_mean(&duel->score);
}

UNIT_TEST(test_sample_has_the_interval_of_known_values)
{
	struct sample sample = {0};

	assert_true(isinf(sample_margin(&sample)));
	for (int i = 0; i < 50; i++) {
		sample_add(&sample, 0);
		sample_add(&sample, 1);
	}
	assert_true(fabs(sample_mean(&sample) - 0.5) < 1e-12);
	assert_true(fabs(sample_margin(&sample) - 1.96 * 0.5 / sqrt(99)) < 1e-12);
}

UNIT_TEST(test_arena_repeats_with_the_same_seed)
{
	struct duel one;
	struct duel two;

	assert_true(fight("maitre:100", "playouts:5", "advanced", 10, &one) ==
		    fight("maitre:100", "playouts:5", "advanced", 10, &two));
	assert_int_equal(one.dice.state, two.dice.state);
}

/*
 * Against itself a player gets exactly half the points, because each deck is played from both
 * seats.
 */
UNIT_TEST(test_arena_is_even_for_a_player_against_itself)
{
	struct duel duel;

	assert_true(fight("greedy", "greedy", "standard", 200, &duel) == 0.5);
	assert_true(duel.score.squares == 200 * 0.25);
}

/*
 * Each bound is at least four standard errors away from the expected score, so chance does not
 * break the test.
 */
UNIT_TEST(test_arena_ranks_the_players_in_their_order)
{
	static const char *const rules[] = {ALL_RULE_SETS};
	struct duel duel;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		assert_true(fight("novice:100", "random", rules[i], 100, &duel) > 0.55);
		assert_true(fight("actor", "novice:100", rules[i], 200, &duel) > 0.5);
		assert_true(fight("maitre:200", "random", rules[i], 30, &duel) > 0.75);
	}
}

UNIT_TEST(test_adjustment_removes_all_luck_that_explains_the_result)
{
	struct adjustment adjustment = {0};
	struct eg_dice dice = {8};

	for (int i = 0; i < 400; i++) {
		double luck = (double)eg_dice_unit(&dice) - 0.5;

		adjustment_add(&adjustment, 0.6 + 0.5 * luck, luck);
	}
	assert_true(fabs(adjustment_mean(&adjustment) - 0.6) < 1e-9);
	assert_true(adjustment_margin(&adjustment) < 1e-6);
}

/* Luck that has nothing to do with the results leaves the plain mean and interval. */
UNIT_TEST(test_adjustment_ignores_luck_that_explains_nothing)
{
	struct adjustment adjustment = {0};
	struct sample sample = {0};
	struct eg_dice dice = {8};

	assert_true(isinf(adjustment_margin(&adjustment)));
	for (int i = 0; i < 4000; i++) {
		double result = eg_dice_below(&dice, 2);

		sample_add(&sample, result);
		adjustment_add(&adjustment, result, 10 * (double)eg_dice_unit(&dice) - 5);
	}
	double margin = sample_margin(&sample);

	assert_true(fabs(adjustment_mean(&adjustment) - sample_mean(&sample)) < margin / 4);
	assert_true(fabs(adjustment_margin(&adjustment) / margin - 1) < 0.02);
}

/*
 * The best share of a few results would follow these results: the mean of many small groups would
 * be wrong. Here the result is the square of the luck, and its true mean is 1/12.
 */
UNIT_TEST(test_adjustment_of_few_results_has_the_right_mean)
{
	struct sample means = {0};
	struct eg_dice dice = {3};

	for (int group = 0; group < 50000; group++) {
		struct adjustment adjustment = {0};

		for (int i = 0; i < 8; i++) {
			double luck = (double)eg_dice_unit(&dice) - 0.5;

			adjustment_add(&adjustment, luck + luck * luck, luck);
		}
		sample_add(&means, adjustment_mean(&adjustment));
	}
	assert_true(fabs(sample_mean(&means) - 1.0 / 12) < 2 * sample_margin(&means));
	assert_true(sample_margin(&means) < 0.0005);
}

UNIT_TEST(test_arena_is_more_exact_when_adjusted)
{
	struct duel duel = {.rounds = 400, .adjust = true, .dice = {17}};

	assert_int_equal(eg_player_parse("actor", 5, &duel.players[0]), EG_OK);
	assert_int_equal(eg_player_parse("novice:100", 10, &duel.players[1]), EG_OK);
	assert_int_equal(eg_rules_parse("advanced", 8, &duel.rules), EG_OK);
	assert_true(duel_fight(&duel));
	double margin = sample_margin(&duel.score);

	assert_true(adjustment_margin(&duel.adjusted) < 0.8 * margin);
	assert_true(fabs(adjustment_mean(&duel.adjusted) - sample_mean(&duel.score)) < 2 * margin);
}
