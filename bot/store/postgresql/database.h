/*
 * Opens a store in a PostgreSQL database: how a process gets the store at its start, or after it
 * has waited.
 */
#ifndef BOT_STORE_POSTGRESQL_DATABASE_H
#define BOT_STORE_POSTGRESQL_DATABASE_H

#include "bot/store/database.h"
#include "bot/store/postgresql/server_store.h"

#define BOT_FAULT_SIZE 512 /* bytes for a sentence that says why the store can't be opened */

/*
 * Connects to the database that the URL names, and makes the tables there if the schema of the
 * connection is empty. `account` is as for bot_store_open_as. Errors are those of bot_store_open.
 * After BOT_STORE_FAILED, `fault` says why and what to do, in one sentence, and never contains the
 * password.
 */
BOT_MUST_USE enum bot_error bot_server_store_open(
	const char *url, const char *account, struct bot_store **store, char fault[BOT_FAULT_SIZE]);

/* Opens the store as bot_store_open_to_read does. `fault` is as above. */
BOT_MUST_USE enum bot_error bot_server_store_open_to_read(
	const char *url, struct bot_store **store, char fault[BOT_FAULT_SIZE]);

/*
 * Finds out whether bot_server_store_open could open the store, as bot_store_probe does. Connects,
 * but takes no lock and changes nothing. `fault` is as above.
 */
BOT_MUST_USE enum bot_error bot_server_store_probe(const char *url, char fault[BOT_FAULT_SIZE]);

#endif
