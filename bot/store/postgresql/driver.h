/* The driver of the store for PostgreSQL. */
#ifndef BOT_STORE_POSTGRESQL_DRIVER_H
#define BOT_STORE_POSTGRESQL_DRIVER_H

#include "bot/store/postgresql/server_store.h"
#include "bot/store/sql/driver.h"

extern const struct bot_driver bot_server_driver;

/* Names the statements, which the server prepares when they run first. */
void bot_server_name_statements(struct bot_server_store *server);
/* Prepares a statement. Does nothing if it is prepared. */
BOT_MUST_USE enum bot_error bot_server_prepare(struct bot_server_store *server, enum bot_sql sql);

#endif
