#include "bot/club/pool.h"

#include <assert.h>

#define POOL_USUAL 6 /* a pool has more fencers only if the pools would be too small otherwise */
#define POOL_SMALL 4 /* the fewest fencers if there are several pools */

size_t bot_pool_count(size_t entrants)
{
	size_t pools = (entrants + POOL_USUAL - 1) / POOL_USUAL;

	assert(entrants >= BOT_ENTRANTS_LEAST && entrants <= BOT_ENTRANTS_MOST);
	while (pools > 1 && entrants / pools < POOL_SMALL)
		pools--;
	return pools;
}

size_t bot_pool_of(size_t seed, size_t pools)
{
	size_t pass = seed / pools, place = seed % pools;

	return pass % 2 == 0 ? place : pools - 1 - place;
}

/* The FIE has no order for three fencers, because nobody can have a rest. */
static const struct bot_pool_bout of_3[] = {{1, 2}, {3, 1}, {2, 3}};
static const struct bot_pool_bout of_4[] = {{1, 4}, {2, 3}, {1, 3}, {2, 4}, {3, 4}, {1, 2}};
static const struct bot_pool_bout of_5[] = {
	{1, 2}, {3, 4}, {5, 1}, {2, 3}, {5, 4}, {1, 3}, {2, 5}, {4, 1}, {3, 5}, {4, 2}};
static const struct bot_pool_bout of_6[] = {{1, 2}, {4, 5}, {2, 3}, {5, 6}, {3, 1}, {6, 4}, {2, 5},
	{1, 4}, {5, 3}, {1, 6}, {4, 2}, {3, 6}, {5, 1}, {3, 4}, {6, 2}};
static const struct bot_pool_bout of_7[] = {{1, 4}, {2, 5}, {3, 6}, {7, 1}, {5, 4}, {2, 3}, {6, 7},
	{5, 1}, {4, 3}, {6, 2}, {5, 7}, {3, 1}, {4, 6}, {7, 2}, {3, 5}, {1, 6}, {2, 4}, {7, 3},
	{6, 5}, {1, 2}, {4, 7}};

const struct bot_pool_bout *bot_pool_order(size_t fencers, size_t *count)
{
	static const struct bot_pool_bout *const orders[] = {
		[3] = of_3, [4] = of_4, [5] = of_5, [6] = of_6, [7] = of_7};

	assert(fencers >= BOT_POOL_LEAST && fencers <= BOT_POOL_MOST);
	*count = fencers * (fencers - 1) / 2;
	return orders[fencers];
}
