/* A store in a file of its own directory: set-up, tear-down and what tests do to it. */
#ifndef TESTS_SUPPORT_FILE_STORE_H
#define TESTS_SUPPORT_FILE_STORE_H

#include "bot/store.h"
#include "tests/support/temp.h"

extern struct temp file_store;

int file_store_begin(void **state);
int file_store_end(void **state);

/* Opens it; it must work. */
struct bot_store *file_store_open(void);

/* Stores a value, in a transaction of its own. */
void file_store_put(struct bot_store *store, const char *key, const char *value);

/* The value is as wanted; NULL: there is none. */
void file_store_holds(struct bot_store *store, const char *key, const char *want);

/* Runs in another process and returns what it returned. */
int file_store_fork(int (*run)(void));

#endif
