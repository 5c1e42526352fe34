/* The laws of seasons. */
#ifndef TESTS_SIM_SEASON_LAWS_H
#define TESTS_SIM_SEASON_LAWS_H

#include "tests/sim/night_store.h"

/* Checks that the season ended when it was due. */
void sim_season_judge_duration(const struct sim_stored_night *season);

/* Checks the bouts and ranks of a season that nobody has stopped, and what the bot said of them. */
void sim_season_judge_results(struct sim_stored_night *season);

#endif
