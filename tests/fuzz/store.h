/*
 * The store for all executions. Each process opens only one store, because opening a store takes
 * longer than everything else.
 */
#ifndef TESTS_FUZZ_STORE_H
#define TESTS_FUZZ_STORE_H

#include "bot/store/store.h"

/* Returns the store, emptied as if it had just been opened. The caller must not close it. */
struct bot_store *fuzz_store(void);

#endif
