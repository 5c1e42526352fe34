/* The beginning and the end of an open store, whichever database it has. */
#ifndef BOT_STORE_SQL_LOADING_H
#define BOT_STORE_SQL_LOADING_H

#include "bot/store/sql/store_state.h"

/*
 * Reads from the database what the store keeps in memory. A driver calls this function when it has
 * opened a store.
 */
BOT_MUST_USE enum bot_error bot_store_load(struct bot_store *store);

/*
 * Forgets what the store keeps in memory of the tables, when the database may have other rows now.
 * Everything counts as changed, and each lane may have rows. Asks the database nothing.
 */
void bot_store_forget(struct bot_store *store);

/* The same, and reads again what bot_store_load reads. */
BOT_MUST_USE enum bot_error bot_store_reload(struct bot_store *store);

/* Frees what the store keeps in memory, but not the store itself. */
void bot_store_finish(struct bot_store *store);

#endif
