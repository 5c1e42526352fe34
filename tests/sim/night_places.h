/* The laws of the tableau and of the podium: who meets whom, and who gets which place. */
#ifndef TESTS_SIM_NIGHT_PLACES_H
#define TESTS_SIM_NIGHT_PLACES_H

#include "tests/sim/night_store.h"

/* Returns the fencer who has this rank after the pools, or NULL. */
struct sim_fencer *sim_night_with_rank(struct sim_stored_night *night, unsigned rank);

/* Plays the tableau of the ranked fencers again, and sets their places. */
void sim_night_judge_tableau(struct sim_stored_night *night, unsigned ranked);

/* Returns the text of the newest podium, or of a season's results, in the night's room, or NULL. */
const char *sim_night_find_podium(const struct sim_stored_night *night);

/* Checks that the podium shows the places. */
void sim_night_judge_podium(const struct sim_stored_night *night, unsigned ranked);

#endif
