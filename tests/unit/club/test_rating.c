/* Tests the example of Glickman's paper, and properties that all ratings must have. */
#include "bot/club/rating.h"
#include "tests/support/cmocka.h"

#include <math.h>

static void assert_near(double value, double wanted, double tolerance)
{
	if (!(fabs(value - wanted) <= tolerance))
		fail_msg("%.6f is not %.6f", value, wanted);
}

UNIT_TEST(test_glicko_has_the_results_of_the_paper)
{
	const struct bot_glicko player = {1500, 200, 0.06};
	const struct bot_glicko_game games[] = {
		{{1400, 30, 0.06}, 1},
		{{1550, 100, 0.06}, 0},
		{{1700, 300, 0.06}, 0},
	};

	struct bot_glicko after = bot_glicko_after(&player, games, 3, 1);
	assert_near(after.rating, 1464.06, 0.01);
	assert_near(after.deviation, 151.52, 0.01);
	assert_near(after.volatility, 0.05999, 0.00001);
}

UNIT_TEST(test_glicko_without_games_grows_the_deviation)
{
	const struct bot_glicko player = {1700, 50, 0.06};

	struct bot_glicko after = bot_glicko_after(&player, NULL, 0, 1);
	assert_near(after.rating, 1700, 1e-9);
	assert_near(after.volatility, 0.06, 1e-12);
	assert_near(after.deviation, sqrt(50.0 * 50.0 + 173.7178 * 173.7178 * 0.06 * 0.06), 1e-9);
	after = bot_glicko_after(&bot_glicko_new, NULL, 0, 1);
	assert_near(after.deviation, 350, 1e-9);
}

UNIT_TEST(test_glicko_of_two_newcomers_is_symmetric)
{
	const struct bot_glicko_game won = {bot_glicko_new, 1}, lost = {bot_glicko_new, 0};

	struct bot_glicko winner = bot_glicko_after(&bot_glicko_new, &won, 1, 1);
	struct bot_glicko loser = bot_glicko_after(&bot_glicko_new, &lost, 1, 1);
	assert_true(winner.rating > 1600);
	assert_near(winner.rating - 1500, 1500 - loser.rating, 1e-9);
	assert_near(winner.deviation, loser.deviation, 1e-9);
	assert_true(winner.deviation < 350);
}

UNIT_TEST(test_glicko_draw_of_equals_keeps_the_ratings)
{
	const struct bot_glicko_game drawn = {{1800, 80, 0.06}, 0.5};

	struct bot_glicko after = bot_glicko_after(&drawn.opponent, &drawn, 1, 1);
	assert_near(after.rating, 1800, 1e-9);
}

/* Two games that count half change a rating about as much as one whole game. */
UNIT_TEST(test_glicko_of_two_halves_is_about_one_game)
{
	const struct bot_glicko player = {1700, 90, 0.06};
	const struct bot_glicko_game game = {{1600, 60, 0.06}, 1};

	struct bot_glicko whole = bot_glicko_after(&player, &game, 1, 1);
	struct bot_glicko half = bot_glicko_after(&player, &game, 1, 0.5);
	assert_near(half.rating - player.rating, (whole.rating - player.rating) / 2, 1);
	half = bot_glicko_after(&half, &game, 1, 0.5);
	assert_near(half.rating, whole.rating, 1);
	assert_near(half.deviation, whole.deviation, 1);
}

/*
 * Many games that count almost nothing must not raise the deviation, because the next whole game
 * would then change the rating too much.
 */
UNIT_TEST(test_glicko_of_tiny_parts_changes_nothing)
{
	struct bot_glicko player = {1700, 60, 0.06};
	const struct bot_glicko_game game = {{1500, 60, 0.06}, 1};

	for (int i = 0; i < 1000; i++)
		player = bot_glicko_after(&player, &game, 1, 0.000001);
	assert_near(player.rating, 1700, 0.1);
	assert_near(player.deviation, 60, 0.1);
}

/* Even the most unlikely results give finite numbers. */
UNIT_TEST(test_glicko_stays_finite_for_extremes)
{
	static const double ratings[] = {-2000, 0, 1500, 3000, 6000};
	static const double deviations[] = {1, 30, 350};
	static const double volatilities[] = {0.0001, 0.06, 0.5};

	/* all pairs of these players, each pair with a loss and with a win */
	for (size_t i = 0; i < 1350; i++) {
		const struct bot_glicko player = {
			ratings[i % 5], deviations[i / 25 % 3], volatilities[i / 225 % 3]};
		const struct bot_glicko_game game = {
			{ratings[i / 5 % 5], deviations[i / 75 % 3], 0.06}, i < 675 ? 0.0 : 1.0};
		struct bot_glicko after = bot_glicko_after(&player, &game, 1, 1);

		assert_true(isfinite(after.rating) && isfinite(after.deviation));
		assert_true(after.deviation > 0 && after.deviation <= 350);
		assert_true(after.volatility > 0 && after.volatility < 10);
		if (game.score > 0)
			assert_true(after.rating >= player.rating);
		else
			assert_true(after.rating <= player.rating);
	}
}
