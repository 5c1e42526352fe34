/*
 * Set-up and tear-down of a test. The test's state is a store in memory with an open transaction.
 */
#ifndef TESTS_SUPPORT_MEMORY_STORE_H
#define TESTS_SUPPORT_MEMORY_STORE_H

#include "bot/store/store.h"
#include "tests/support/attempt.h"

int memory_store_begin(void **state);
int memory_store_end(void **state);

/* Begins a test (support/cmocka.h) with such a store. Its body has `store`. */
#define STORE_TEST(name)                                                                           \
	static void name##_in(struct bot_store *store);                                            \
	UNIT_TEST_FROM(memory_store_begin, memory_store_end, name)                                 \
	{                                                                                          \
		name##_in(*state);                                                                 \
	}                                                                                          \
	static void name##_in(struct bot_store *store)

#define MEMORY_STORE_X64     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define MEMORY_STORE_LONG_ID MEMORY_STORE_X64 MEMORY_STORE_X64 MEMORY_STORE_X64 MEMORY_STORE_X64

/* An identifier with one byte more than the store accepts. */
extern const char memory_store_long_id[BOT_ID_SIZE + 1];

/* Returns a challenge with the advanced rules to five touches. It is open if `black` is empty. */
struct bot_match memory_store_challenge(const char *room, const char *white, const char *black);

/*
 * Asserts that a change is refused with an error: at once, or by a server with the commit. What the
 * test did before stays, and the next transaction is open then.
 */
#define MEMORY_STORE_REFUSED(store, change, want)                                                  \
	do {                                                                                       \
		memory_store_renew(store);                                                         \
		assert_error(change; bot_must(bot_store_commit(store)), want);                     \
		bot_store_rollback(store);                                                         \
		assert_int_equal(bot_store_begin(store), BOT_OK);                                  \
	} while (0)
void memory_store_renew(struct bot_store *store);

/* Executes SQL directly, bypassing the store. */
void memory_store_sql(struct bot_store *store, const char *sql);

#endif
