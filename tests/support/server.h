/* A store on a PostgreSQL server. Without such a store, the tests are skipped. */
#ifndef TESTS_SUPPORT_SERVER_H
#define TESTS_SUPPORT_SERVER_H

#include "bot/store/postgresql/connection.h"

int server_begin(void **state);
int server_end(void **state);

/* Returns the store of a test, or skips the test. */
struct bot_store *server_need(void **state);

/* Begins a test (support/cmocka.h) with such a store. Its body has `store`. */
#define SERVER_TEST(name)                                                                          \
	static void name##_in(struct bot_store *store);                                            \
	UNIT_TEST_FROM(server_begin, server_end, name)                                             \
	{                                                                                          \
		name##_in(server_need(state));                                                     \
	}                                                                                          \
	static void name##_in(struct bot_store *store)

struct bot_server_store *server_of(struct bot_store *store);

/* Ends the connection without the server's knowledge, as a lost network does. */
void server_cut(struct bot_store *store);

#endif
