/*
 * Triggers in the store that record facts for the laws: rows that the bot adds to the outbox,
 * events that it handles, and changes of matches. A trigger runs in the transaction in which the
 * bot changes the store, so a rollback also removes the recorded facts.
 */
#ifndef TESTS_SIM_RECORDER_H
#define TESTS_SIM_RECORDER_H

#include "tests/sim/sim.h"

/* Lets the triggers know the virtual time. */
bool sim_recorder_register(void);

/* Creates the tables and triggers. Call it once for each store. Does nothing if they are there. */
void sim_recorder_install(struct bot_store *store);

/*
 * Runs one SQL statement. Unless `row` is NULL, calls `row` for each row of the result, with the
 * columns as text.
 */
void sim_sql(struct bot_store *store, const char *sql,
	void (*row)(void *self, const char *const *columns), void *self);

#endif
