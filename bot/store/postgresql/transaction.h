/*
 * A transaction on the server, in few trips. BEGIN goes with the first change, so a transaction
 * that only reads is none for the server. Statements are queued, and sent together. The answer to a
 * change that nobody waits for is read with the next answer that somebody waits for: if the server
 * refuses the change, then that query fails, or the commit. After that the transaction is over.
 */
#ifndef BOT_STORE_POSTGRESQL_TRANSACTION_H
#define BOT_STORE_POSTGRESQL_TRANSACTION_H

#include "bot/store/postgresql/server_store.h"

#define BOT_SERVER_QUEUE 256 /* the most statements of a queue, so that it takes little memory */

/* See bot/store/sql/driver.h. */
BOT_MUST_USE enum bot_error bot_server_begin(struct bot_store *store, bool light);
BOT_MUST_USE enum bot_error bot_server_commit(struct bot_store *store);
void bot_server_rollback(struct bot_store *store);
bool bot_server_is_in_transaction(const struct bot_store *store);

/*
 * Prepares to send a statement, which the caller sends next with a function of libpq. If it
 * `changes` rows, and is the first that does so, then BEGIN comes before it.
 */
void bot_server_queue(struct bot_server_store *server, bool changes);

/*
 * Waits for the answers to all queued statements. Sets *result to the last one, for the caller to
 * clear. Returns the error of the first statement that failed, after which none was run.
 */
enum bot_error bot_server_trip(struct bot_server_store *server, PGresult **result);

#endif
