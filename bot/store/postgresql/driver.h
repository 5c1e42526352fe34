/* The driver of the store for PostgreSQL. */
#ifndef BOT_STORE_POSTGRESQL_DRIVER_H
#define BOT_STORE_POSTGRESQL_DRIVER_H

#include "bot/store/sql/driver.h"

extern const struct bot_driver bot_server_driver;

#endif
