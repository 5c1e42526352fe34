/* A store in a file, in a directory made for the test: set-up, tear-down and helpers. */
#ifndef TESTS_SUPPORT_FILE_STORE_H
#define TESTS_SUPPORT_FILE_STORE_H

#include "bot/store/store.h"
#include "tests/support/temp.h"

extern struct temp file_store;

int file_store_begin(void **state);
int file_store_end(void **state);

/* Begins a test (support/cmocka.h) with such a store. Its body has `state`. */
#define FILE_TEST(name) UNIT_TEST_FROM(file_store_begin, file_store_end, name)

/* Opens the store, or fails the test. */
struct bot_store *file_store_open(void);

/* Stores a value under `key`, in a transaction of its own. */
void file_store_put(struct bot_store *store, const char *key, const char *value);

/* Asserts that `key` has the value `want`. If `want` is NULL, asserts that `key` has no value. */
void file_store_holds(struct bot_store *store, const char *key, const char *want);

/* Executes SQL on the closed store, bypassing the store's functions. */
void file_store_sql(const char *sql);

#define FILE_STORE_KILLED (-1)

/*
 * Runs the function in another process and returns its result, or FILE_STORE_KILLED after a
 * SIGKILL.
 */
int file_store_fork(int (*run)(void));

#endif
