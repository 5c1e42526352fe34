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

static int compare(const void *one, const void *other)
{
	const struct bot_standing *a = one, *b = other;
	int order = a->withdrawn - b->withdrawn;

	if (order == 0)
		order = (a->bouts == 0) - (b->bouts == 0);
	if (order == 0)
		order = compare_victories(a, b);
	if (order == 0)
		order = bot_ranking_indicator(b) - bot_ranking_indicator(a);
	if (order == 0)
		order = b->scored - a->scored;
	if (order == 0)
		order = (a->lot > b->lot) - (a->lot < b->lot);
	return order != 0 ? order : a->entrant - b->entrant;
}

void bot_ranking_sort(struct bot_standing *standings, size_t entrants)
{
	qsort(standings, entrants, sizeof(*standings), compare);
}
