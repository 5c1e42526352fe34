/* A store in memory, in a transaction: set-up and tear-down for a test, whose state it is. */
#ifndef TESTS_SUPPORT_MEMORY_STORE_H
#define TESTS_SUPPORT_MEMORY_STORE_H

#include "bot/store.h"

int memory_store_begin(void **state);
int memory_store_end(void **state);

/* A challenge of the advanced rules to five touches; an empty `black` leaves it open. */
struct bot_match memory_store_challenge(const char *room, const char *white, const char *black);

/* Writes behind the store's back. */
void memory_store_sql(struct bot_store *store, const char *sql);

#endif
