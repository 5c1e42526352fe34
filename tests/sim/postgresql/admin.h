/*
 * The simulation's own connection to the server. Its statements see what is committed, also while
 * the bot has no connection.
 */
#ifndef TESTS_SIM_POSTGRESQL_ADMIN_H
#define TESTS_SIM_POSTGRESQL_ADMIN_H

#include <libpq-fe.h>
#include <stdbool.h>

/*
 * Makes a database for this process beside the one that ENGARDE_TEST_STORE names, and connects to
 * it. The database goes when the process ends. Returns false, and says why, if this fails.
 */
bool sim_admin_connect(void);

/* The URL of that database. */
const char *sim_admin_url(void);

/*
 * Runs SQL. Returns the result, which the caller frees. The process ends if the server refuses the
 * SQL, because then the simulation is wrong.
 */
PGresult *sim_admin_ask(const char *sql);
void sim_admin_run(const char *sql);

/* Takes the lock by which a process leads, and gives it back. */
void sim_admin_lock(bool locked);

/* Waits until no session has that lock. Returns false if this takes more than 10 seconds. */
bool sim_admin_wait(void);

#endif
