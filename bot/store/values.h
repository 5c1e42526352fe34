/* Values: an adapter's own texts, each under a key. */
#ifndef BOT_STORE_VALUES_H
#define BOT_STORE_VALUES_H

#include "bot/store/database.h"

/* Stores a value under a key, or replaces the old value. NULL: removes the key. */
BOT_MUST_USE enum bot_error bot_store_set(
	struct bot_store *store, const char *key, const char *value);

/* BOT_NOT_FOUND: no such key. On BOT_OK the caller frees *value. */
BOT_MUST_USE enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value);

/*
 * Finds the first key, in byte order, that is greater than `after` and less than `before`.
 * BOT_NOT_FOUND: no such key. On BOT_OK the caller frees *key.
 */
BOT_MUST_USE enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key);

#endif
