/*
 * Opens an empty store for a test: in memory, or in a schema of its own in the PostgreSQL database
 * that the environment variable ENGARDE_TEST_STORE names. The tests with the label `pg` have this
 * variable.
 */
#ifndef TESTS_SUPPORT_TEST_STORE_H
#define TESTS_SUPPORT_TEST_STORE_H

#include "bot/store/opening.h"

/* Whether the test's stores are in PostgreSQL. */
bool test_store_is_server(void);

/* The caller closes the store. A process may have several open ones. */
enum bot_error test_store_open(struct bot_store **store);

#endif
