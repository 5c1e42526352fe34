/*
 * Tests pools and divisions: how entrants are shared out among them, in which order they fence, and
 * how they are ranked. tests/competition computes rankings in another way, too.
 */
#include "bot/club/pool.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_pools_are_even_and_not_small)
{
	static const struct {
		size_t entrants, pools;
	} cases[] = {{3, 1}, {4, 1}, {6, 1}, {7, 1}, {8, 2}, {12, 2}, {13, 3}, {18, 3}, {19, 4},
		{24, 4}, {64, 11}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_int_equal(bot_pool_count(cases[i].entrants), cases[i].pools);
	for (size_t n = BOT_ENTRANTS_LEAST; n <= BOT_ENTRANTS_MOST; n++) {
		size_t pools = bot_pool_count(n);

		assert_true(pools <= BOT_POOLS_MOST);
		assert_true((n + pools - 1) / pools <= BOT_POOL_MOST);
		assert_true(pools == 1 || n / pools >= 4);
	}
}

UNIT_TEST(test_strong_entrants_go_to_different_pools)
{
	static const size_t pools[] = {0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0};

	for (size_t seed = 0; seed < sizeof(pools) / sizeof(*pools); seed++)
		assert_int_equal(bot_pool_of(seed, 3), pools[seed]);
}

UNIT_TEST(test_everybody_fences_everybody_once)
{
	for (size_t fencers = BOT_POOL_LEAST; fencers <= BOT_POOL_MOST; fencers++) {
		unsigned met[BOT_POOL_MOST + 1][BOT_POOL_MOST + 1] = {{0}};
		size_t count;
		const struct bot_pool_bout *order = bot_pool_order(fencers, &count);

		assert_int_equal(count, fencers * (fencers - 1) / 2);
		assert_true(count <= BOT_POOL_BOUTS);
		for (size_t i = 0; i < count; i++) {
			assert_in_range(order[i].one, 1, fencers);
			assert_in_range(order[i].other, 1, fencers);
			met[order[i].one][order[i].other]++;
			met[order[i].other][order[i].one]++;
		}
		for (size_t one = 1; one <= fencers; one++)
			for (size_t other = 1; other <= fencers; other++)
				assert_int_equal(met[one][other], one != other);
	}
}

/* With five fencers or more, nobody fences two bouts in a row. */
UNIT_TEST(test_fencers_have_a_rest)
{
	for (size_t fencers = 5; fencers <= BOT_POOL_MOST; fencers++) {
		size_t count;
		const struct bot_pool_bout *order = bot_pool_order(fencers, &count);

		for (size_t i = 1; i < count; i++) {
			assert_int_not_equal(order[i].one, order[i - 1].one);
			assert_int_not_equal(order[i].one, order[i - 1].other);
			assert_int_not_equal(order[i].other, order[i - 1].one);
			assert_int_not_equal(order[i].other, order[i - 1].other);
		}
	}
}

UNIT_TEST(test_sizes_are_even)
{
	for (size_t fencers = BOT_ENTRANTS_LEAST; fencers <= BOT_ENTRANTS_MOST; fencers++) {
		size_t count = bot_division_count(fencers), sum = 0;

		for (size_t division = 0; division < count; division++) {
			size_t size = bot_division_size(fencers, division);

			assert_in_range(size, 3, BOT_DIVISION_MOST);
			assert_in_range(bot_division_size(fencers, 0) - size, 0, 1);
			sum += size;
		}
		assert_int_equal(sum, fencers);
		assert_int_equal(count, (fencers + 7) / 8);
	}
}

/* Everybody fences everybody once. */
UNIT_TEST(test_orders_are_complete)
{
	for (size_t fencers = 3; fencers <= BOT_DIVISION_MOST; fencers++) {
		unsigned met[BOT_DIVISION_MOST + 1][BOT_DIVISION_MOST + 1] = {0};
		size_t count;
		const struct bot_pool_bout *order = bot_division_order(fencers, &count);

		assert_int_equal(count, fencers * (fencers - 1) / 2);
		for (size_t i = 0; i < count; i++) {
			assert_in_range(order[i].one, 1, fencers);
			assert_in_range(order[i].other, 1, fencers);
			assert_int_not_equal(order[i].one, order[i].other);
			assert_int_equal(met[order[i].one][order[i].other]++ +
						 met[order[i].other][order[i].one],
				0);
		}
	}
}

/* In each round of four bouts, all eight fence. */
UNIT_TEST(test_eight_fence_in_rounds)
{
	size_t count;
	const struct bot_pool_bout *order = bot_division_order(8, &count);

	for (size_t round = 0; round < 7; round++) {
		unsigned fences[BOT_DIVISION_MOST + 1] = {0};

		for (size_t i = 4 * round; i < 4 * round + 4; i++) {
			assert_int_equal(fences[order[i].one]++, 0);
			assert_int_equal(fences[order[i].other]++, 0);
		}
	}
}

UNIT_TEST(test_quarter_changes_the_division)
{
	static const struct {
		size_t upper, lower, exchange;
	} rows[] = {{8, 8, 2}, {8, 7, 1}, {7, 8, 1}, {5, 4, 1}, {4, 4, 1}, {3, 3, 0}, {8, 0, 0}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(
			bot_division_exchange(rows[i].upper, rows[i].lower), rows[i].exchange);
}

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

/* Asserts that the ranking is these entrants, the best first. */
static void assert_ranking(
	const struct bot_standing *standings, size_t entrants, const uint8_t *expected)
{
	for (size_t i = 0; i < entrants; i++)
		assert_int_equal(standings[i].entrant, expected[i]);
}

/*
 * 0 wins all; 1, 2 and 3 win one bout of three each. Of these, 3 has the best indicator; 1 and 2
 * have the same, but 2 has scored more touches.
 */
UNIT_TEST(test_victories_indicator_and_touches_decide_in_this_order)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 2}, 0},
		{{0, 2}, {5, 4}, 0},
		{{0, 3}, {5, 4}, 0},
		{{1, 2}, {5, 4}, 0},
		{{2, 3}, {5, 3}, 0},
		{{3, 1}, {5, 3}, 0},
	};
	struct bot_standing standings[4] = {{0}};

	bot_ranking_add(standings, 4, results, COUNT(results));
	assert_int_equal(standings[0].victories, 3);
	assert_int_equal(bot_ranking_indicator(&standings[0]), 5);
	assert_int_equal(bot_ranking_indicator(&standings[1]), -4);
	assert_int_equal(bot_ranking_indicator(&standings[2]), 0);
	assert_int_equal(bot_ranking_indicator(&standings[3]), -1);
	bot_ranking_sort(standings, 4, results, COUNT(results));
	assert_ranking(standings, 4, (const uint8_t[]){0, 2, 3, 1});
}

/* 0, 1 and 2 have won half of their bouts, and have the same indicator. */
UNIT_TEST(test_touches_and_lots_decide_after_the_indicator)
{
	struct bot_standing standings[] = {
		{.entrant = 0, .bouts = 2, .victories = 1, .scored = 8, .received = 7, .lot = 9},
		{.entrant = 1, .bouts = 2, .victories = 1, .scored = 9, .received = 8, .lot = 8},
		{.entrant = 2, .bouts = 4, .victories = 2, .scored = 9, .received = 8, .lot = 7},
		{.entrant = 3, .bouts = 3, .victories = 2, .scored = 3, .received = 9, .lot = 6},
	};

	bot_ranking_sort(standings, 4, NULL, 0);
	/* 3 has won most; 2 and 1 are equal, so lots decide; 0 has scored fewer touches */
	assert_ranking(standings, 4, (const uint8_t[]){3, 2, 1, 0});
	assert_true(standings[1].by_lots && standings[2].by_lots);
	assert_false(standings[0].by_lots || standings[3].by_lots);
}

/* 0 and 1 are level; 1 has beaten 0, who has scored more touches and has the better lot. */
UNIT_TEST(test_direct_victory_decides_before_touches_and_lots)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {3, 5}, 1},
		{{0, 2}, {5, 1}, 0},
		{{1, 2}, {3, 3}, 2},
		{{0, 3}, {5, 3}, 0},
		{{1, 3}, {4, 2}, 0},
		{{2, 3}, {5, 0}, 0},
	};
	struct bot_standing standings[4] = {[1].lot = 1};

	bot_ranking_add(standings, 4, results, COUNT(results));
	assert_int_equal(standings[0].victories, standings[1].victories);
	assert_int_equal(
		bot_ranking_indicator(&standings[0]), bot_ranking_indicator(&standings[1]));
	assert_true(standings[0].scored > standings[1].scored);
	bot_ranking_sort(standings, 4, results, COUNT(results));
	assert_ranking(standings, 4, (const uint8_t[]){1, 0, 2, 3});
	assert_false(standings[0].by_lots);
}

/* Three who have each beaten one of the others in the same way: their direct victories are equal.
 */
UNIT_TEST(test_lots_decide_between_three_in_a_circle)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 3}, 0},
		{{1, 2}, {5, 3}, 0},
		{{2, 0}, {5, 3}, 0},
	};
	struct bot_standing standings[3] = {{.lot = 2}, {.lot = 3}, {.lot = 1}};

	bot_ranking_add(standings, 3, results, COUNT(results));
	bot_ranking_sort(standings, 3, results, COUNT(results));
	assert_ranking(standings, 3, (const uint8_t[]){2, 0, 1});
	for (size_t i = 0; i < 3; i++)
		assert_true(standings[i].by_lots);
}

/* 0 has beaten 1, but neither has met 2, who is level with both: the touches decide. */
UNIT_TEST(test_direct_victory_counts_only_if_all_have_met)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 3}, 0},
		{{0, 3}, {1, 3}, 1},
		{{1, 3}, {5, 3}, 0},
		{{2, 3}, {5, 3}, 0},
		{{2, 4}, {1, 3}, 1},
	};
	struct bot_standing standings[5] = {{0}};

	bot_ranking_add(standings, 5, results, COUNT(results));
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(bot_ranking_indicator(&standings[i]), 0);
	bot_ranking_sort(standings, 5, results, COUNT(results));
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(standings[i].direct, 0);
	assert_int_equal(standings[1].entrant, 1);
}

UNIT_TEST(test_bouts_of_the_withdrawn_are_annulled)
{
	static const struct bot_pool_result results[] = {
		{{0, 1}, {5, 0}, 0},
		{{0, 2}, {1, 5}, 1},
		{{1, 2}, {5, 4}, 0},
	};
	struct bot_standing standings[4] = {[1].withdrawn = true};

	bot_ranking_add(standings, 4, results, COUNT(results));
	assert_int_equal(standings[0].bouts, 1);
	assert_int_equal(standings[1].bouts, 0);
	assert_int_equal(standings[2].victories, 1);
	bot_ranking_sort(standings, 4, results, COUNT(results));
	/* 3 has fenced nobody */
	assert_ranking(standings, 4, (const uint8_t[]){2, 0, 3, 1});
}
