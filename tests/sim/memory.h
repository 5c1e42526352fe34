/*
 * Memory for SQLite and jansson, which can run short. SQLite's are blocks of a few sizes that are
 * handed out again and again, since a schedule asks for a hundred thousand of them.
 */
#ifndef TESTS_SIM_MEMORY_H
#define TESTS_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Has both libraries use it, for the whole program; before anything else is asked of them. */
bool sim_memory_install(void);

/*
 * Of the blocks asked for from now on, the one number `first` (counted from 1) and `count` - 1
 * after it are not there; 0: there is enough.
 */
void sim_memory_starve(unsigned first, unsigned count);

/* While it is held (the world asks, and not the bot) all get what they ask for. */
void sim_memory_hold(bool held);

/* How many blocks were refused so far. */
unsigned long sim_memory_refused(void);

#endif
