/* How a process gets the store: at its start, or after it has waited. */
#ifndef BOT_STORE_POSTGRESQL_TAKE_OVER_H
#define BOT_STORE_POSTGRESQL_TAKE_OVER_H

#include "bot/store/postgresql/server_store.h"

/* Makes a store that is not open, for an account (bot_store_open_as). bot_store_close frees it. */
struct bot_server_store *bot_server_create(const char *url, const char *account);

/*
 * Opens the store: makes the tables in an empty schema, enters the account, takes its lock, begins
 * an epoch, and loads what the store keeps in memory. Errors are those of bot_store_open. After
 * BOT_STORE_IN_USE the session stays, so the next call costs one trip to the server.
 */
BOT_MUST_USE enum bot_error bot_server_take_over(struct bot_server_store *server);

#endif
