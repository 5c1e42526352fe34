/* The driver of the store for SQLite: a store in a file. See bot/store/sql/driver.h. */
#ifndef BOT_STORE_SQLITE_DRIVER_H
#define BOT_STORE_SQLITE_DRIVER_H

#include "bot/store/sql/driver.h"
#include "bot/store/sqlite/connection.h"

extern const struct bot_driver bot_sqlite_driver;

/* Prepares what begins and ends a transaction. Other statements are prepared when first used. */
BOT_MUST_USE enum bot_error bot_sqlite_prepare(struct bot_file_store *file_store);

#endif
