#include "bot/club/ranking.h"

#include <stdlib.h>

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
