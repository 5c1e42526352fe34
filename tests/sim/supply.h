/*
 * What the store needs to work, and may not get: memory for SQLite, a connection for PostgreSQL.
 * Without it the store reports a failure and the process goes on. (If other memory runs out, the
 * process ends.)
 */
#ifndef TESTS_SIM_SUPPLY_H
#define TESTS_SIM_SUPPLY_H

#include <stdbool.h>

/* Makes the store's database take its supply from the simulation. Call this before all else. */
bool sim_supply_install(void);

/*
 * Makes `count` uses of the supply fail, beginning with use number `first` from now, counted from
 * 1. If `first` is 0, none fails.
 */
void sim_supply_cut(unsigned first, unsigned count);

/*
 * While `held` is true, no use fails. The simulation sets this while its own code runs, so that
 * only the bot lacks something.
 */
void sim_supply_hold(bool held);

/* The number of failed uses after which the process may end, so far. */
unsigned long sim_supply_failed(void);

#endif
