/* The key of the store, and the hashes that follow from it; see bot/store/causes.h. */
#ifndef BOT_STORE_SQL_KEYED_HASH_H
#define BOT_STORE_SQL_KEYED_HASH_H

#include "bot/store/sql/store_state.h"

#include <sodium.h>

/* A BLAKE2b hash with the store's key. */
struct bot_hash {
	crypto_generichash_state state;
	size_t size;
};

/*
 * Begins a hash of `size` bytes, at most 64. Different purposes give different hashes. If `store`
 * is NULL, the hash has no key.
 */
void bot_hash_begin(
	struct bot_hash *hash, const struct bot_store *store, const char *purpose, size_t size);
void bot_hash_text(struct bot_hash *hash, const char *text);
void bot_hash_bytes(struct bot_hash *hash, const void *bytes, size_t size);
void bot_hash_number(struct bot_hash *hash, int64_t number);
void bot_hash_end(struct bot_hash *hash, void *out);

/* Returns the hash of the current cause, BOT_KEY_SIZE bytes that the store owns. */
const unsigned char *bot_cause_hash(struct bot_store *store);

/* Reads the key when the store is opened. A new store has none. */
BOT_MUST_USE enum bot_error bot_key_load(struct bot_store *store);

/* Writes a key that the file does not have yet, in the current transaction. */
BOT_MUST_USE enum bot_error bot_key_keep(struct bot_store *store);

#endif
