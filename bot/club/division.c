#include "bot/club/division.h"

#define QUARTER 4

size_t bot_division_count(size_t fencers)
{
	return (fencers + BOT_DIVISION_MOST - 1) / BOT_DIVISION_MOST;
}

size_t bot_division_size(size_t fencers, size_t division)
{
	size_t count = bot_division_count(fencers);

	return fencers / count + (division < fencers % count);
}

/*
 * The circle method: number 1 stays, and the others move on by one place after each round of four
 * bouts. So everybody has fenced n bouts before anybody begins number n + 2.
 */
static const struct bot_pool_bout eight[] = {
	{1, 8},
	{2, 7},
	{3, 6},
	{4, 5},
	{8, 5},
	{6, 4},
	{7, 3},
	{1, 2},
	{2, 8},
	{3, 1},
	{4, 7},
	{5, 6},
	{8, 6},
	{7, 5},
	{1, 4},
	{2, 3},
	{3, 8},
	{4, 2},
	{5, 1},
	{6, 7},
	{8, 7},
	{1, 6},
	{2, 5},
	{3, 4},
	{4, 8},
	{5, 3},
	{6, 2},
	{7, 1},
};

const struct bot_pool_bout *bot_division_order(size_t fencers, size_t *count)
{
	if (fencers < BOT_DIVISION_MOST)
		return bot_pool_order(fencers, count);
	*count = sizeof(eight) / sizeof(eight[0]);
	return eight;
}

size_t bot_division_exchange(size_t upper, size_t lower)
{
	return (upper < lower ? upper : lower) / QUARTER;
}
