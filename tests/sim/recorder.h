/*
 * Triggers in the store that record facts for the laws, each in the transaction that it concerns:
 * rows that enter the outbox, events that are handled, changes of matches.
 */
#ifndef TESTS_SIM_RECORDER_H
#define TESTS_SIM_RECORDER_H

#include "tests/sim/sim.h"

/* Gives all SQLite connections of the program a function that returns the virtual time. */
bool sim_recorder_register(void);

/* Makes new stores use small pages, because the simulation writes much. */
bool sim_recorder_small_pages(void);

/* Creates the tables and triggers; once for each store. */
void sim_recorder_install(struct bot_store *store);

/* Runs one statement, and calls `row` with the columns of each row as text. `row` may be NULL. */
void sim_sql(struct bot_store *store, const char *sql,
	void (*row)(void *self, const char *const *columns), void *self);

#endif
