/* Why the store in a database could not be opened, as a sentence for people. */
#ifndef BOT_STORE_POSTGRESQL_FAULT_H
#define BOT_STORE_POSTGRESQL_FAULT_H

#include "bot/store/postgresql/server_store.h"

/*
 * Writes why bot_server_connect or a statement of the opening has failed, and what to do. If there
 * is no connection, first asks the server for the reason (in 5 seconds at most). Returns whether
 * the fault may pass: otherwise a person must change something first.
 */
bool bot_server_explain(struct bot_server_store *server, char *text, size_t size);

#endif
