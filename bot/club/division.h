/*
 * The divisions of a season: groups in which everybody fences everybody once, as in a pool, but
 * ordered by strength. The functions say how large the divisions are, in which order their bouts
 * are fenced, and how many fencers two neighbours exchange at the end.
 */
#ifndef BOT_CLUB_DIVISION_H
#define BOT_CLUB_DIVISION_H

#include "bot/club/pool.h"

#define BOT_DIVISION_MOST  8 /* the most fencers of a division */
#define BOT_DIVISION_BOUTS (BOT_DIVISION_MOST * (BOT_DIVISION_MOST - 1) / 2)
#define BOT_DIVISIONS_MOST (BOT_ENTRANTS_MOST / BOT_DIVISION_MOST)

/* Returns how many divisions a season of BOT_ENTRANTS_LEAST to BOT_ENTRANTS_MOST fencers has. */
size_t bot_division_count(size_t fencers);

/*
 * Returns the size of a division, which counts from 0 for the strongest. The sizes of two divisions
 * differ by one at most, and the larger ones come first.
 */
size_t bot_division_size(size_t fencers, size_t division);

/*
 * Returns the bouts of a division of 3 to BOT_DIVISION_MOST fencers, in the order in which they are
 * fenced, and sets *count to their number: up to seven fencers by the tables of the FIE for pools,
 * eight by the circle method.
 */
const struct bot_pool_bout *bot_division_order(size_t fencers, size_t *count);

/*
 * Returns how many fencers two neighbouring divisions of these sizes exchange at the end of a
 * season: a quarter of the smaller one.
 */
size_t bot_division_exchange(size_t upper, size_t lower);

#endif
