/*
 * Causes. Everything that the bot sends, and every secret that it makes, has a cause: an event, or
 * something like it, such as a timer of a certain turn. The store derives transaction ids and
 * secrets from the cause and from a secret key. So if an older copy of the disk replaces the store,
 * and the bot handles the same events again, then it makes the same ids and the same secrets: the
 * homeserver recognises the ids, and the messages in the rooms stay true.
 *
 * The key is random and is kept in the store. Nobody can guess a secret without it. The adapter
 * offers a key if its platform recognises ids. A store that was restored on purpose gets a new key,
 * because people may know what follows from the old one.
 */
#ifndef BOT_STORE_CAUSES_H
#define BOT_STORE_CAUSES_H

#include "bot/store/database.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_KEY_SIZE 32 /* bytes of the key, and of a derived secret */

#define BOT_CAUSE_ID_SIZE 256 /* longer ids are hashed at once */

/*
 * What the bot is doing now in the current transaction, and why. Most causes make no row and no
 * secret, so the hash of a cause is made when it is needed first.
 */
struct bot_cause {
	bool known;
	bool hashed;      /* `hash` is set; before, `kind`, `id` and `number` say what to hash */
	const char *kind; /* a string that is never freed */
	char id[BOT_CAUSE_ID_SIZE];
	int64_t number;
	unsigned char hash[BOT_KEY_SIZE];
	uint32_t draws; /* how often bot_cause_draw was called for this cause */
};

/*
 * Gives the store a key if it has none. The store keeps the key with the next transaction that is
 * committed.
 */
void bot_store_offer_key(struct bot_store *store, const unsigned char key[BOT_KEY_SIZE]);
bool bot_store_has_key(const struct bot_store *store);

/*
 * Replaces the key, in the caller's transaction. Secrets that were derived before stay as they are
 * stored; nobody who knows the old key can derive later ones.
 */
BOT_MUST_USE enum bot_error bot_store_replace_key(
	struct bot_store *store, const unsigned char key[BOT_KEY_SIZE]);

/* The kind of cause for an event: its id is the event's id, and its number is 0. */
#define BOT_CAUSE_EVENT "event"

/*
 * Says what causes the rows and the secrets of the current transaction from now on. `kind` names
 * the kind of the cause, `id` and `number` tell the causes of one kind apart. The three must be the
 * same if the bot does the same work again on an older store. Returns the earlier cause, for
 * bot_cause_leave; the caller may ignore it. A transaction begins without a cause; then ids are
 * random.
 */
struct bot_cause bot_cause_enter(
	struct bot_store *store, const char *kind, const char *id, int64_t number);
void bot_cause_leave(struct bot_store *store, const struct bot_cause *outer);

/*
 * Fills `out` with secret bytes that follow from the current cause, from `purpose` and from the
 * number of earlier calls for this cause. At most 64 bytes. Returns false, and writes nothing, if
 * the cause or the key is unknown.
 */
bool bot_cause_draw(struct bot_store *store, const char *purpose, void *out, size_t size);

/* Derives a secret from the key, the purpose and a text. Returns false if there is no key. */
bool bot_store_derive(const struct bot_store *store, const char *purpose, const char *text,
	unsigned char secret[BOT_KEY_SIZE]);

#endif
