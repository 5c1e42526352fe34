/*
 * What people do at a club night or in a season: they open it, sign up, fence or don't, leave or
 * are excluded.
 */
#ifndef TESTS_SIM_NIGHT_DEEDS_H
#define TESTS_SIM_NIGHT_DEEDS_H

#include "tests/sim/sim.h"

enum sim_night_deed {
	SIM_NIGHT_OPEN,
	SIM_NIGHT_ENTER,
	SIM_NIGHT_LEAVE,
	SIM_NIGHT_EXCLUDE,
	SIM_NIGHT_MEDDLE,
	SIM_NIGHT_FORGET,
	SIM_NIGHT_START,
	SIM_NIGHT_STOP,
	SIM_NIGHT_RESIGN,
	SIM_NIGHT_SHOW,
	SIM_NIGHT_NEVER,
	SIM_NIGHT_PAUSE,
	SIM_NIGHT_RESUME,
	SIM_NIGHT_WANT,
	SIM_NIGHT_AWAY,
	SIM_NIGHT_REPEAT,
	SIM_NIGHT_YES,
};

/* Lets the user do this between so many milliseconds from now. */
void sim_night_plan_deed(int64_t least, int64_t most, enum sim_night_deed deed, size_t user);

#endif
