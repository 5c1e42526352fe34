/* Tests how entrants are shared out among pools, and in which order they fence. */
#include "bot/club/pool.h"
#include "tests/support/cmocka.h"

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
