/* The store of every execution: one a process, since opening one takes longer than all else. */
#ifndef TESTS_FUZZ_STORE_H
#define TESTS_FUZZ_STORE_H

#include "bot/store.h"

/* Empty, as if it had just been opened. It remains this function's, and is never closed. */
struct bot_store *fuzz_store(void);

#endif
