/* The driver of the store for SQLite: a store in a file. */
#ifndef BOT_STORE_SQLITE_DRIVER_H
#define BOT_STORE_SQLITE_DRIVER_H

#include "bot/store/sql/driver.h"

extern const struct bot_driver bot_sqlite_driver;

#endif
