#include "bot/club/pool.h"

#include <assert.h>
#include <stdlib.h>

#define POOL_USUAL 6 /* a pool has more fencers only if the pools would be too small otherwise */
#define POOL_SMALL 4 /* the fewest fencers if there are several pools */
#define QUARTER    4

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

/* Divisions */

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
static const struct bot_pool_bout of_8[] = {{1, 8}, {2, 7}, {3, 6}, {4, 5}, {8, 5}, {6, 4}, {7, 3},
	{1, 2}, {2, 8}, {3, 1}, {4, 7}, {5, 6}, {8, 6}, {7, 5}, {1, 4}, {2, 3}, {3, 8}, {4, 2},
	{5, 1}, {6, 7}, {8, 7}, {1, 6}, {2, 5}, {3, 4}, {4, 8}, {5, 3}, {6, 2}, {7, 1}};

const struct bot_pool_bout *bot_division_order(size_t fencers, size_t *count)
{
	if (fencers < BOT_DIVISION_MOST)
		return bot_pool_order(fencers, count);
	*count = sizeof(of_8) / sizeof(of_8[0]);
	return of_8;
}

size_t bot_division_exchange(size_t upper, size_t lower)
{
	return (upper < lower ? upper : lower) / QUARTER;
}

/* The ranking */

static void add(struct bot_standing *standing, const struct bot_pool_result *result, size_t side)
{
	standing->bouts++;
	standing->victories += result->winner == side;
	standing->scored += result->touches[side];
	standing->received += result->touches[1 - side];
}

void bot_ranking_add(struct bot_standing *standings, size_t entrants,
	const struct bot_pool_result *results, size_t count)
{
	for (size_t i = 0; i < entrants; i++)
		standings[i].entrant = (uint8_t)i;
	for (size_t i = 0; i < count; i++) {
		struct bot_standing *one = &standings[results[i].entrant[0]];
		struct bot_standing *other = &standings[results[i].entrant[1]];

		if (one->withdrawn || other->withdrawn)
			continue;
		add(one, &results[i], 0);
		add(other, &results[i], 1);
	}
}

int bot_ranking_indicator(const struct bot_standing *standing)
{
	return standing->scored - standing->received;
}

/* Compares the victories divided by the bouts. Without a bout, the quotient counts as zero. */
static int compare_victories(const struct bot_standing *a, const struct bot_standing *b)
{
	return b->victories * (a->bouts ? a->bouts : 1) - a->victories * (b->bouts ? b->bouts : 1);
}

/* Compares up to the indicator. Fencers for whom this returns 0 are level. */
static int compare_level(const struct bot_standing *a, const struct bot_standing *b)
{
	int order = a->withdrawn - b->withdrawn;

	if (order == 0)
		order = (a->bouts == 0) - (b->bouts == 0);
	if (order == 0)
		order = compare_victories(a, b);
	return order != 0 ? order : bot_ranking_indicator(b) - bot_ranking_indicator(a);
}

/* Compares all but the lots. */
static int compare_done(const struct bot_standing *a, const struct bot_standing *b)
{
	int order = compare_level(a, b);

	if (order == 0)
		order = b->direct - a->direct;
	if (order == 0)
		order = b->scored - a->scored;
	return order != 0 ? order : b->decided - a->decided;
}

static int compare(const void *one, const void *other)
{
	const struct bot_standing *a = one, *b = other;
	int order = compare_done(a, b);

	if (order == 0)
		order = (a->lot > b->lot) - (a->lot < b->lot);
	return order != 0 ? order : a->entrant - b->entrant;
}

static struct bot_standing *find(struct bot_standing *group, size_t size, uint8_t entrant)
{
	for (size_t i = 0; i < size; i++)
		if (group[i].entrant == entrant)
			return &group[i];
	return NULL;
}

/* Counts the victories of level fencers over each other, if all of them have met. */
static void add_direct(struct bot_standing *group, size_t size,
	const struct bot_pool_result *results, size_t count)
{
	size_t met = 0;

	for (size_t i = 0; i < count; i++) {
		struct bot_standing *one = find(group, size, results[i].entrant[0]);
		struct bot_standing *other = find(group, size, results[i].entrant[1]);

		if (!one || !other)
			continue;
		met++;
		one->direct += results[i].winner == 0;
		other->direct += results[i].winner == 1;
	}
	for (size_t i = 0; met < size * (size - 1) / 2 && i < size; i++)
		group[i].direct = 0;
}

void bot_ranking_sort(struct bot_standing *standings, size_t entrants,
	const struct bot_pool_result *results, size_t count)
{
	qsort(standings, entrants, sizeof(*standings), compare);
	for (size_t i = 0, next; i < entrants; i = next) {
		for (next = i + 1; next < entrants; next++)
			if (compare_level(&standings[i], &standings[next]) != 0)
				break;
		add_direct(standings + i, next - i, results, count);
	}
	qsort(standings, entrants, sizeof(*standings), compare);
	for (size_t i = 1; i < entrants; i++)
		if (standings[i].bouts > 0 && compare_done(&standings[i - 1], &standings[i]) == 0)
			standings[i - 1].by_lots = standings[i].by_lots = true;
}

size_t bot_ranking_first_by_lots(const struct bot_standing *standings, size_t entrants)
{
	size_t count = 0;

	while (count < entrants && standings[count].by_lots &&
		compare_done(&standings[0], &standings[count]) == 0)
		count++;
	return count > 1 ? count : 0;
}
