/*
 * Memory for SQLite that can run out. If it runs out, the store reports a failure and the process
 * goes on. (If other memory runs out, the process ends.) SQLite asks for a hundred thousand blocks
 * in a schedule. To make this fast, the blocks have a few fixed sizes and are used again and again.
 */
#ifndef TESTS_SIM_MEMORY_H
#define TESTS_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes SQLite use this memory in the whole program. Call this before any other function of SQLite.
 */
bool sim_memory_install(void);

/*
 * Makes `count` allocations fail, beginning with allocation number `first` from now, counted from
 * 1. If `first` is 0, none fails.
 */
void sim_memory_starve(unsigned first, unsigned count);

/*
 * While `held` is true, no allocation fails. The simulation sets this while its own code runs, so
 * that only the bot runs out of memory.
 */
void sim_memory_hold(bool held);

/* The number of allocations that have failed so far. */
unsigned long sim_memory_refused(void);

#endif
