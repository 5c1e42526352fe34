/*
 * Memory for SQLite that can run out. The process does not end then, as it does if other memory
 * runs out: the store reports a failure. SQLite gets blocks of a few sizes that are used again and
 * again, because a schedule asks for a hundred thousand of them.
 */
#ifndef TESTS_SIM_MEMORY_H
#define TESTS_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes SQLite use it in the whole program. Call it before any other function of SQLite. */
bool sim_memory_install(void);

/*
 * From now on, allocation number `first` (counted from 1) and the `count` - 1 after it fail. 0:
 * none fails.
 */
void sim_memory_starve(unsigned first, unsigned count);

/* While `held` is true, no allocation fails: the simulation asks for memory then, not the bot. */
void sim_memory_hold(bool held);

/* The number of allocations that have failed so far. */
unsigned long sim_memory_refused(void);

#endif
