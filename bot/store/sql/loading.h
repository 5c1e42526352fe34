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
 * Reads it again, when others may have changed the database since. Everything counts as changed.
 */
BOT_MUST_USE enum bot_error bot_store_reload(struct bot_store *store);

/*
 * Notes that another account may have changed the database since this process has last read it. So
 * what the store keeps in memory may be old.
 */
void bot_store_note_others(struct bot_store *store);

/* Frees what the store keeps in memory, but not the store itself. */
void bot_store_finish(struct bot_store *store);

#endif
