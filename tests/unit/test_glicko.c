/* The ratings against the worked example of Glickman's paper, and what must hold for any. */
#include "bot/glicko.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

static void assert_near(double value, double wanted, double tolerance)
{
	if (!(fabs(value - wanted) <= tolerance))
		fail_msg("%.6f is not %.6f", value, wanted);
}

static void test_glicko_gives_what_the_paper_gives(void **state)
{
	const struct bot_glicko player = {1500, 200, 0.06};
	const struct bot_glicko_game games[] = {
		{{1400, 30, 0.06}, 1},
		{{1550, 100, 0.06}, 0},
		{{1700, 300, 0.06}, 0},
	};
	(void)state;

	struct bot_glicko after = bot_glicko_after(&player, games, 3);
	assert_near(after.rating, 1464.06, 0.01);
	assert_near(after.deviation, 151.52, 0.01);
	assert_near(after.volatility, 0.05999, 0.00001);
}

static void test_glicko_without_games_is_less_sure(void **state)
{
	const struct bot_glicko player = {1700, 50, 0.06};
	(void)state;

	struct bot_glicko after = bot_glicko_after(&player, NULL, 0);
	assert_near(after.rating, 1700, 1e-9);
	assert_near(after.volatility, 0.06, 1e-12);
	assert_near(after.deviation, sqrt(50.0 * 50.0 + 173.7178 * 173.7178 * 0.06 * 0.06), 1e-9);
	after = bot_glicko_after(&bot_glicko_new, NULL, 0);
	assert_near(after.deviation, 350, 1e-9);
}

static void test_glicko_of_two_newcomers_is_a_mirror(void **state)
{
	const struct bot_glicko_game won = {bot_glicko_new, 1}, lost = {bot_glicko_new, 0};
	(void)state;

	struct bot_glicko winner = bot_glicko_after(&bot_glicko_new, &won, 1);
	struct bot_glicko loser = bot_glicko_after(&bot_glicko_new, &lost, 1);
	assert_true(winner.rating > 1600);
	assert_near(winner.rating - 1500, 1500 - loser.rating, 1e-9);
	assert_near(winner.deviation, loser.deviation, 1e-9);
	assert_true(winner.deviation < 350);
}

static void test_glicko_draw_of_equals_moves_nobody(void **state)
{
	const struct bot_glicko_game drawn = {{1800, 80, 0.06}, 0.5};
	(void)state;

	struct bot_glicko after = bot_glicko_after(&drawn.opponent, &drawn, 1);
	assert_near(after.rating, 1800, 1e-9);
}

/* However lopsided: an upset that nobody would expect still ends in numbers. */
static void test_glicko_stays_finite_for_extremes(void **state)
{
	static const double ratings[] = {-2000, 0, 1500, 3000, 6000};
	static const double deviations[] = {1, 30, 350};
	static const double volatilities[] = {0.0001, 0.06, 0.5};
	(void)state;

	for (size_t i = 0; i < 1350; i++) { /* each with each, won and lost */
		const struct bot_glicko player = {
			ratings[i % 5], deviations[i / 25 % 3], volatilities[i / 225 % 3]};
		const struct bot_glicko_game game = {
			{ratings[i / 5 % 5], deviations[i / 75 % 3], 0.06}, i < 675 ? 0.0 : 1.0};
		struct bot_glicko after = bot_glicko_after(&player, &game, 1);

		assert_true(isfinite(after.rating) && isfinite(after.deviation));
		assert_true(after.deviation > 0 && after.deviation <= 350);
		assert_true(after.volatility > 0 && after.volatility < 10);
		if (game.score > 0)
			assert_true(after.rating >= player.rating);
		else
			assert_true(after.rating <= player.rating);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_glicko_gives_what_the_paper_gives),
		cmocka_unit_test(test_glicko_without_games_is_less_sure),
		cmocka_unit_test(test_glicko_of_two_newcomers_is_a_mirror),
		cmocka_unit_test(test_glicko_draw_of_equals_moves_nobody),
		cmocka_unit_test(test_glicko_stays_finite_for_extremes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
