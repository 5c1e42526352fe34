#include "bot/store/causes.h"

#include "bot/store/settings.h"
#include "bot/store/sql/keyed_hash.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define KEY_NAME "cause.key"

_Static_assert(BOT_KEY_SIZE <= crypto_generichash_KEYBYTES_MAX &&
		       BOT_KEY_SIZE >= crypto_generichash_KEYBYTES_MIN,
	"the key fits BLAKE2b");

void bot_hash_begin(
	struct bot_hash *hash, const struct bot_store *store, const char *purpose, size_t size)
{
	crypto_generichash_init(
		&hash->state, store ? store->key.bytes : NULL, store ? BOT_KEY_SIZE : 0, size);
	hash->size = size;
	bot_hash_text(hash, purpose);
}

void bot_hash_bytes(struct bot_hash *hash, const void *bytes, size_t size)
{
	crypto_generichash_update(&hash->state, bytes, size);
}

/* The NUL separates two texts. */
void bot_hash_text(struct bot_hash *hash, const char *text)
{
	bot_hash_bytes(hash, text, strlen(text) + 1);
}

void bot_hash_number(struct bot_hash *hash, int64_t number)
{
	unsigned char bytes[8];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
	bot_hash_bytes(hash, bytes, sizeof(bytes));
}

void bot_hash_end(struct bot_hash *hash, void *out)
{
	crypto_generichash_final(&hash->state, out, hash->size);
	sodium_memzero(&hash->state, sizeof(hash->state));
}

/* The key */

enum bot_error bot_key_load(struct bot_store *store)
{
	char *text = NULL;
	size_t size = 0;
	enum bot_error error = bot_store_get(store, KEY_NAME, &text);

	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	store->key.known = store->key.kept = sodium_hex2bin(store->key.bytes, BOT_KEY_SIZE, text,
						     strlen(text), NULL, &size, NULL) == 0 &&
					     size == BOT_KEY_SIZE;
	sodium_memzero(text, strlen(text));
	free(text);
	return store->key.known ? BOT_OK : BOT_STORE_CORRUPT;
}

enum bot_error bot_key_keep(struct bot_store *store)
{
	char text[2 * BOT_KEY_SIZE + 1];

	if (!store->key.known || store->key.kept)
		return BOT_OK;
	sodium_bin2hex(text, sizeof(text), store->key.bytes, BOT_KEY_SIZE);
	enum bot_error error = bot_store_set(store, KEY_NAME, text);
	sodium_memzero(text, sizeof(text));
	return error;
}

bool bot_store_has_key(const struct bot_store *store)
{
	return store->key.known;
}

void bot_store_offer_key(struct bot_store *store, const unsigned char key[BOT_KEY_SIZE])
{
	if (store->key.known)
		return;
	memcpy(store->key.bytes, key, BOT_KEY_SIZE);
	store->key.known = true;
}

enum bot_error bot_store_replace_key(struct bot_store *store, const unsigned char key[BOT_KEY_SIZE])
{
	store->key = (struct bot_key){.known = true};
	memcpy(store->key.bytes, key, BOT_KEY_SIZE);
	return bot_key_keep(store);
}

/* The cause */

static void hash_cause(struct bot_cause *cause, const char *id)
{
	struct bot_hash hash;

	bot_hash_begin(&hash, NULL, cause->kind, BOT_KEY_SIZE);
	bot_hash_text(&hash, id);
	bot_hash_number(&hash, cause->number);
	bot_hash_end(&hash, cause->hash);
	cause->hashed = true;
}

const unsigned char *bot_cause_hash(struct bot_store *store)
{
	struct bot_cause *cause = &store->cause;

	if (!cause->hashed)
		hash_cause(cause, cause->id);
	return cause->hash;
}

struct bot_cause bot_cause_enter(
	struct bot_store *store, const char *kind, const char *id, int64_t number)
{
	struct bot_cause outer = store->cause, *cause = &store->cause;
	size_t size = strlen(id) + 1;

	cause->known = true;
	cause->draws = 0;
	cause->kind = kind;
	cause->number = number;
	cause->hashed = size > sizeof(cause->id);
	if (cause->hashed)
		hash_cause(cause, id);
	else
		memcpy(cause->id, id, size);
	return outer;
}

void bot_cause_leave(struct bot_store *store, const struct bot_cause *outer)
{
	store->cause = *outer;
}

bool bot_cause_draw(struct bot_store *store, const char *purpose, void *out, size_t size)
{
	struct bot_hash hash;

	assert(size >= 1 && size <= crypto_generichash_BYTES_MAX);
	if (!store->cause.known || !store->key.known)
		return false;
	unsigned char drawn[crypto_generichash_BYTES_MAX];

	bot_hash_begin(&hash, store, purpose, sizeof(drawn));
	bot_hash_bytes(&hash, bot_cause_hash(store), BOT_KEY_SIZE);
	bot_hash_number(&hash, store->cause.draws++);
	bot_hash_end(&hash, drawn);
	memcpy(out, drawn, size);
	sodium_memzero(drawn, sizeof(drawn));
	return true;
}

bool bot_store_derive(const struct bot_store *store, const char *purpose, const char *text,
	unsigned char secret[BOT_KEY_SIZE])
{
	struct bot_hash hash;

	if (!store->key.known)
		return false;
	bot_hash_begin(&hash, store, purpose, BOT_KEY_SIZE);
	bot_hash_text(&hash, text);
	bot_hash_end(&hash, secret);
	return true;
}
