/* Opening the store, with words for people where that fails. */
#ifndef BOT_PROGRAM_OPEN_H
#define BOT_PROGRAM_OPEN_H

#include "bot/store.h"

#include <stdbool.h>
#include <stdio.h>

/* False: `errors` has why, and what to do. */
bool open_store(const char *path, FILE *errors, struct bot_store **store);

/* The same, but one in use is waited for: up to ten seconds, or until `stop` can be read. */
bool open_store_in_time(const char *path, int stop, FILE *errors, struct bot_store **store);

/* Says why a store can't be used: `error`, and `why` of errno's or 0. */
void open_explain(const char *path, enum bot_error error, int why, FILE *errors);

#endif
