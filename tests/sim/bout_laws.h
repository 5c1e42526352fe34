/* The laws of bouts and fencers that hold at club nights and in seasons. */
#ifndef TESTS_SIM_BOUT_LAWS_H
#define TESTS_SIM_BOUT_LAWS_H

#include "tests/sim/night_store.h"

bool sim_fencer_is_present(const struct sim_fencer *fencer);

/* Checks that the bout has the result of its match. Also notes the forfeits of its fencers. */
void sim_bout_judge(const struct sim_bout *bout);

/* Compares the victories and the indicators of two fencers as sim_fencer_compare does. */
int sim_fencer_compare_level(const struct sim_fencer *a, const struct sim_fencer *b);

/* Whether two fencers, who may be the same, are ranked, and level after that. */
typedef bool sim_are_level(const struct sim_stored_night *night, const struct sim_fencer *a,
	const struct sim_fencer *b);

/* Sets `direct` of all fencers, whose bouts are counted. */
void sim_fencers_add_direct(struct sim_stored_night *night, sim_are_level *are_level);

/* Whether the bout decides a title: it belongs to no pool or division. */
bool sim_bout_decides(const struct sim_bout *bout);

/*
 * Sets `decided` of all fencers, whose ranks and `direct` are known. Checks that those who are
 * level in everything with the first one have fenced each other once more, and nobody else has,
 * unless somebody has withdrawn, perhaps meanwhile. Group 0 stands for all pools.
 */
void sim_fencers_judge_decided(
	struct sim_stored_night *night, unsigned group, sim_are_level *are_level);

/* Returns a negative number if the fencer was better than the other, and 0 if lots decide. */
int sim_fencer_compare(const struct sim_fencer *a, const struct sim_fencer *b);

/*
 * Returns which of two fencers has the smaller lot: less than 0 if `a`, more than 0 if `b`.
 * Computes the lots with libsodium alone.
 */
int sim_fencer_compare_lots(const struct sim_stored_night *night, const struct sim_fencer *a,
	const struct sim_fencer *b);

/* Checks that who is out has a reason, and that who has lost two bouts by the clock is out. */
void sim_fencer_judge(const struct sim_fencer *fencer, int64_t over);

#endif
