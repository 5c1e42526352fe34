/*
 * The pools of a competition: groups in which everybody fences everybody once. The functions share
 * out the entrants among the pools and order the bouts, by the rules of the FIE for competitions
 * (book 2, o.12 to o.19) and by its tables of the order of bouts.
 */
#ifndef BOT_CLUB_POOL_H
#define BOT_CLUB_POOL_H

#include <stddef.h>
#include <stdint.h>

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

#endif
