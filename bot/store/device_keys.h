/*
 * The keys with which the bot's device encrypts, in the database that also holds the matches. A
 * store in one file has no such keys: there, the encryption library keeps them in a folder of its
 * own. The adapter's encryption decides what the values mean (adapters/matrix/e2ee/key_place.h).
 *
 * The owner of the values has a copy of some of them in memory. If a transaction is undone, this
 * copy is ahead of the store: see bot_device_keys_undone.
 */
#ifndef BOT_STORE_DEVICE_KEYS_H
#define BOT_STORE_DEVICE_KEYS_H

#include "bot/store/database.h"

/* A value. `kind`, `owner` and `name` together name it. No text is NULL. */
struct bot_device_key {
	const char *kind, *owner, *name;
	const char *label; /* a further text to search for, or empty */
	const void *bytes; /* NULL in a change that deletes the value */
	size_t size;
};

/* Whose keys: those of the bot's device, or those of the device that it has replaced. */
enum bot_key_age {
	BOT_KEYS_OF_DEVICE,
	BOT_KEYS_OF_OLD_DEVICE,
};

/* What to find. At most one of `owner` and `label` is not NULL. */
struct bot_device_key_search {
	const char *kind;
	const char *owner; /* only the values of this owner */
	const char *label; /* only the values with this label */
	/* the owner and the name of the last value that the caller has; both are empty at first */
	const char *after_owner, *after_name;
	size_t most; /* how many values to find at most */
};

/* Takes a value, which lives until the function returns. Must not call the store. */
typedef void bot_device_key_take(void *to, const struct bot_device_key *key);

/*
 * Calls `take` with the owner, the name and the bytes of each value that the search finds, in the
 * order of owners and names. With `label`, the order is that of the names, and the search passes
 * over all values whose names are not after `after_name`. The order may differ between stores. Does
 * not find values whose name is empty.
 */
BOT_MUST_USE enum bot_error bot_device_keys_find(struct bot_store *store, enum bot_key_age age,
	const struct bot_device_key_search *search, bot_device_key_take *take, void *to);

/*
 * Calls `take` with the value that has the kind, owner and name of `key`. Returns BOT_NOT_FOUND if
 * there is no such value.
 */
BOT_MUST_USE enum bot_error bot_device_keys_get(struct bot_store *store, enum bot_key_age age,
	const struct bot_device_key *key, bot_device_key_take *take, void *to);

/* Stores a value, or deletes it if `key->bytes` is NULL. */
BOT_MUST_USE enum bot_error bot_device_keys_set(
	struct bot_store *store, enum bot_key_age age, const struct bot_device_key *key);

/* Finds out whether the store has any keys. */
BOT_MUST_USE enum bot_error bot_device_keys_exist(
	struct bot_store *store, enum bot_key_age age, bool *exist);

/*
 * Makes the keys of the device those of the old device, and deletes the previous keys of the old
 * device.
 */
BOT_MUST_USE enum bot_error bot_device_keys_set_aside(struct bot_store *store);

/* Deletes the keys of the device, or of the old device. */
BOT_MUST_USE enum bot_error bot_device_keys_delete(struct bot_store *store, enum bot_key_age age);

/*
 * Returns how often the store lost touch with what its caller knows of the keys: a transaction that
 * had changed keys was not committed, or the store has connected to its server again, and another
 * process may have changed keys in between. If the number rises, the caller must forget what it
 * knows of the keys and read them again, before it stores any. Each function of the store may raise
 * it.
 */
uint64_t bot_device_keys_undone(const struct bot_store *store);

#endif
