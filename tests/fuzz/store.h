/*
 * The store for all executions. Each process opens only one, because that takes longer than
 * everything else.
 */
#ifndef TESTS_FUZZ_STORE_H
#define TESTS_FUZZ_STORE_H

#include "bot/store/store.h"

/* Returns the store, emptied as if it had just been opened. Borrowed; it is never closed. */
struct bot_store *fuzz_store(void);

#endif
