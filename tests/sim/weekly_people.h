/* What people do only if their club night is a weekly one; the rest is as at any other. */
#ifndef TESTS_SIM_WEEKLY_PEOPLE_H
#define TESTS_SIM_WEEKLY_PEOPLE_H

#include "tests/sim/sim.h"

/* Chooses when the night begins: sometimes so late that the room is reminded of it. */
void sim_weekly_plan(void);

/* Asks for a night every week, the first of which begins soon. */
void sim_weekly_say_open(size_t user);

/* Ends the weekly nights, if the user may. */
void sim_weekly_say_never(size_t user);

/*
 * Checks that a weekly night has opened if the bot has promised one. `opened` says whether one has.
 */
void sim_weekly_judge(bool opened);

#endif
