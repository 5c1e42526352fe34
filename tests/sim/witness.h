/*
 * What the store is made to note for the laws, by triggers and so in the transaction of what it is
 * about: the rows that enter the outbox, the events handled, what becomes of matches.
 */
#ifndef TESTS_SIM_WITNESS_H
#define TESTS_SIM_WITNESS_H

#include "tests/sim/sim.h"

/* Gives every connection the virtual time as a function, for the whole program. */
bool sim_witness_register(void);

/* Lets a store that is to be made have small pages: its writes are many and cheap. */
bool sim_witness_small_pages(void);

/* Makes the tables and triggers, once a store. */
void sim_witness_install(struct bot_store *store);

/* Runs one statement, and gives each row's columns as text to `row` (NULL: for rows of no use). */
void sim_sql(struct bot_store *store, const char *sql,
	void (*row)(void *self, const char *const *columns), void *self);

#endif
