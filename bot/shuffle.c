#include "bot/shuffle.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(EG_KEY_TEXT == BOT_SECRET_SIZE, "the store keeps secrets as text");

static struct eg_text text_of(const char *string)
{
	return (struct eg_text){string, strlen(string)};
}

static enum bot_error secret_of(
	const struct bot_shuffle *shuffle, uint16_t round, unsigned char secret[EG_KEY])
{
	unsigned char last[EG_KEY];

	if (eg_key_parse(text_of(shuffle->secret), last) != EG_OK)
		return BOT_STORE_CORRUPT;
	eg_chain_secret(last, round, secret);
	sodium_memzero(last, sizeof(last));
	return BOT_OK;
}

enum bot_error bot_shuffle_secret(
	const struct bot_shuffle *shuffle, uint16_t round, char text[EG_KEY_TEXT])
{
	unsigned char secret[EG_KEY];

	enum bot_error error = secret_of(shuffle, round, secret);
	if (!error)
		eg_key_print(secret, text);
	sodium_memzero(secret, sizeof(secret));
	return error;
}

enum bot_error bot_shuffle_begin(
	struct bot_host *host, int64_t match, const char *event, char commitment[EG_KEY_TEXT])
{
	struct bot_shuffle shuffle = {0};
	unsigned char last[EG_KEY];

	host->port->random(host->port->self, last, sizeof(last));
	eg_key_print(last, shuffle.secret);
	sodium_memzero(last, sizeof(last));
	memcpy(shuffle.challenge, event, strlen(event) + 1);
	enum bot_error error = bot_store_set_shuffle(host->store, match, &shuffle);
	if (!error)
		error = bot_shuffle_secret(&shuffle, 0, commitment);
	sodium_memzero(&shuffle, sizeof(shuffle));
	return error;
}

enum bot_error bot_shuffle_accept(struct bot_host *host, int64_t match, const char *event)
{
	struct bot_shuffle shuffle;

	enum bot_error error = bot_store_shuffle(host->store, match, &shuffle);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	memcpy(shuffle.acceptance, event, strlen(event) + 1);
	error = bot_store_set_shuffle(host->store, match, &shuffle);
	sodium_memzero(&shuffle, sizeof(shuffle));
	return error;
}

enum bot_error bot_shuffle_deck(
	struct bot_host *host, int64_t match, uint16_t round, uint8_t deck[EG_DECK])
{
	struct bot_shuffle shuffle;
	unsigned char secret[EG_KEY], seed[EG_KEY];

	assert(round >= 1 && round <= EG_CHAIN);
	enum bot_error error = bot_store_shuffle(host->store, match, &shuffle);
	if (error == BOT_NOT_FOUND) {
		host->port->random(host->port->self, seed, sizeof(seed));
		eg_deal(seed, deck);
		return BOT_OK;
	}
	if (!error && secret_of(&shuffle, round, secret))
		error = bot_store_damaged(host->store, match);
	if (error)
		return error;
	eg_round_seed(secret, round, text_of(shuffle.challenge), text_of(shuffle.acceptance), seed);
	eg_deal(seed, deck);
	sodium_memzero(&shuffle, sizeof(shuffle));
	sodium_memzero(secret, sizeof(secret));
	sodium_memzero(seed, sizeof(seed));
	return BOT_OK;
}
