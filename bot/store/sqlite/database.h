/* Opens the file of a store. */
#ifndef BOT_STORE_SQLITE_DATABASE_H
#define BOT_STORE_SQLITE_DATABASE_H

#include "bot/store/database.h"

/* Does what bot_store_probe does, for a file. */
BOT_MUST_USE enum bot_error bot_file_store_probe(const char *path);

/* Opens or creates the store at `path` as bot_store_open does. */
BOT_MUST_USE enum bot_error bot_file_store_open(const char *path, struct bot_store **store);

#endif
