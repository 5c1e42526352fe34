/* What people do only in a season; the rest is as at a club night (night_people.h). */
#ifndef TESTS_SIM_SEASON_PEOPLE_H
#define TESTS_SIM_SEASON_PEOPLE_H

#include "tests/sim/sim.h"

#define SIM_DAY            (24 * SIM_HOUR)
#define SIM_SEASON_SIGN_UP (3 * SIM_DAY) /* unless somebody starts it */
#define SIM_SEASON_LENGTH  (7 * SIM_DAY)

/* Chooses the terms of the season, and gives the schedule time for it. */
void sim_season_plan(void);

void sim_season_say_open(size_t user);

/* Lets the user choose how many bouts they want at once. */
void sim_season_want(size_t user);

/* Lets the next season open by itself. Nobody signs up for it, so it ends after its sign-up. */
void sim_season_repeat(void);

/* Lets the user be away for some days. */
void sim_season_be_away(size_t user);

#endif
