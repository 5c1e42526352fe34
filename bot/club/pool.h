/*
 * Groups in which everybody fences everybody once: the pools of a competition and the divisions of
 * a season, and the ranking after them.
 *
 * The functions share out the entrants among the pools and order the bouts, by the rules of the FIE
 * for competitions (book 2, o.12 to o.19) and by its tables of the order of bouts. Divisions are
 * ordered by strength.
 */
#ifndef BOT_CLUB_POOL_H
#define BOT_CLUB_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pools */

#define BOT_ENTRANTS_LEAST 3
#define BOT_ENTRANTS_MOST  64
#define BOT_POOL_LEAST     3 /* the fewest fencers of an only pool; one of several has four */
#define BOT_POOL_MOST      7 /* the most fencers of a pool */
#define BOT_POOL_BOUTS     (BOT_POOL_MOST * (BOT_POOL_MOST - 1) / 2)
#define BOT_POOLS_MOST     11 /* the most pools of a competition */

/*
 * Returns how many pools a competition of BOT_ENTRANTS_LEAST to BOT_ENTRANTS_MOST entrants has. The
 * pools have four to seven fencers, or three if there is only one pool; most have five or six. The
 * sizes of two pools differ by one at most.
 */
size_t bot_pool_count(size_t entrants);

/*
 * Returns the pool, from 0, of the entrant with this seed, from 0 for the strongest. The strongest
 * entrants go to different pools: to the first pool, the second and so on, then back from the last
 * pool to the first, and so on.
 */
size_t bot_pool_of(size_t seed, size_t pools);

/* The numbers of two fencers of a pool, from 1, who fence a bout. */
struct bot_pool_bout {
	uint8_t one, other;
};

/*
 * Returns the bouts of a pool of BOT_POOL_LEAST to BOT_POOL_MOST fencers, in the order in which
 * they are fenced, and sets *count to their number. The order gives the fencers a rest between two
 * bouts where that is possible.
 */
const struct bot_pool_bout *bot_pool_order(size_t fencers, size_t *count);

/* Divisions */

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

/*
 * The ranking, by the rules of the FIE (o.17 and o.19): the victories divided by the bouts; then
 * the indicator, which is the touches scored minus the touches received; then the touches scored;
 * then lots. The club adds two rules: if fencers are level after the indicator and have all met,
 * the victories over each other decide before the touches; and deciding bouts for a title come
 * before lots.
 */

/* The result of a bout in a pool. Entrants are numbered from 0. */
struct bot_pool_result {
	uint8_t entrant[2];
	uint8_t touches[2]; /* the touches that each of the two has scored */
	uint8_t winner;     /* 0 or 1: the index of the entrant who has won; 2: nobody */
};

/* What an entrant has done in a pool. */
struct bot_standing {
	uint8_t entrant;
	bool withdrawn;
	int bouts;
	int victories;
	int scored; /* touches */
	int received;
	int direct;   /* victories over those who are level, if all of them have met */
	int decided;  /* victories in deciding bouts */
	bool by_lots; /* lots decide between this entrant and the one before or after */
	uint64_t lot; /* if all else is equal, the entrant with the smaller lot comes first */
};

/*
 * Adds the results to the standings. `standings` has `entrants` items, one for each entrant, in the
 * order of their numbers; the caller has set `withdrawn`, `decided` and `lot`, and all else to
 * zero. All bouts of an entrant who has withdrawn are annulled: they count for nobody (o.20).
 */
void bot_ranking_add(struct bot_standing *standings, size_t entrants,
	const struct bot_pool_result *results, size_t count);

/* Returns the indicator: the touches scored minus the touches received. */
int bot_ranking_indicator(const struct bot_standing *standing);

/*
 * Sorts the standings, the best first, and sets `direct` and `by_lots`. Before, the caller has set
 * both to 0, and added the same results. Those who have withdrawn come last, and those who have
 * fenced no bout come before them.
 */
void bot_ranking_sort(struct bot_standing *standings, size_t entrants,
	const struct bot_pool_result *results, size_t count);

/* Counts those at the head of sorted standings whom only lots separate: none, or at least two. */
size_t bot_ranking_first_by_lots(const struct bot_standing *standings, size_t entrants);

#endif
