/*
 * The connection of a process that leads: connecting again, and the commit whose answer is lost.
 *
 * The connection ends when the server restarts, or the network fails. Then the next transaction
 * connects again, takes the lock again, and prepares the statements again.
 */
#ifndef BOT_STORE_POSTGRESQL_CONNECTION_H
#define BOT_STORE_POSTGRESQL_CONNECTION_H

#include "bot/store/postgresql/server_store.h"

/*
 * Connects to the server again. Does nothing if the connection is sound. Returns BOT_STORE_LOST if
 * another process has led in between.
 */
BOT_MUST_USE enum bot_error bot_server_connect(struct bot_server_store *server);

/* See bot_store_confirm. */
BOT_MUST_USE enum bot_error bot_server_confirm(struct bot_store *store);

/*
 * Finds out whether the transaction in doubt was committed: the server counts them. Sets
 * *committed. Fails if the server can't be asked for some seconds.
 */
BOT_MUST_USE enum bot_error bot_server_settle(struct bot_server_store *server, bool *committed);

#endif
