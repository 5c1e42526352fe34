/* The law of what `verify night` and `verify season` say. */
#ifndef TESTS_SIM_PROOF_LAWS_H
#define TESTS_SIM_PROOF_LAWS_H

#include "tests/sim/night_store.h"

/* Returns which of two fencers has the smaller lot: less than 0 if `a`, more than 0 if `b`. */
int sim_proof_compare_lots(const struct sim_stored_night *night, const struct sim_fencer *a,
	const struct sim_fencer *b);

/*
 * Checks each answer about this night or season: the bot proves its lots, and the secret that it
 * has published fits what it promised with the sign-up. `pairs` is how many neighbours in the
 * ranking only lots separate, or -1 if nobody knows.
 */
void sim_proof_judge(const struct sim_stored_night *night, int pairs);

#endif
