#include "bot/club/pool.h"

#include "tests/support/cmocka.h"

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
