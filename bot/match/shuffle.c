#include "bot/match/shuffle.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(EG_KEY_TEXT == BOT_SECRET_SIZE, "the store keeps secrets as text");

static struct eg_text text_of(const char *string)
{
	return (struct eg_text){string, strlen(string)};
}

static bool parse(const struct bot_shuffle *shuffle, unsigned char last[EG_KEY])
{
	return eg_key_parse(text_of(shuffle->secret), last) == EG_OK;
}

/*
 * A secret in the middle of a chain. To find the secret of a round, the host hashes a later secret
 * of the chain again and again. The host starts from a waypoint, because a waypoint is much nearer
 * to the wanted secret than the end of the chain.
 */
struct waypoint {
	unsigned char last[EG_KEY]; /* the last secret of the chain, which identifies the chain */
	unsigned char secret[EG_KEY];
	unsigned round; /* the round of `secret`, or 0 if the waypoint is empty */
};

struct bot_shuffle_cache {
	struct waypoint waypoints[256]; /* the index is the first byte of the chain's last secret */
};

struct bot_shuffle_cache *bot_shuffle_cache_create(void)
{
	return bot_calloc(1, sizeof(struct bot_shuffle_cache));
}

void bot_shuffle_cache_destroy(struct bot_shuffle_cache *cache)
{
	if (cache)
		sodium_memzero(cache, sizeof(*cache));
	free(cache);
}

#define STRIDE 32 /* rounds from one waypoint to the next; most matches have fewer */

/*
 * Finds the secret of a round, as eg_chain_secret does, but with fewer hashes. The function starts
 * from a waypoint in the cache.
 */
static void find_secret(struct bot_host *host, const unsigned char last[EG_KEY], unsigned round,
	unsigned char secret[EG_KEY])
{
	struct waypoint *waypoint = &host->shuffle_cache->waypoints[last[0]];
	unsigned ahead = (round / STRIDE + 1) * STRIDE;

	if (ahead > EG_CHAIN)
		ahead = EG_CHAIN;
	if (waypoint->round != ahead || sodium_memcmp(waypoint->last, last, EG_KEY) != 0) {
		memcpy(waypoint->last, last, EG_KEY);
		eg_chain_secret(last, (uint16_t)ahead, waypoint->secret);
		waypoint->round = ahead;
	}
	memcpy(secret, waypoint->secret, EG_KEY);
	for (unsigned i = ahead; i > round; i--)
		eg_chain_previous(secret, secret);
}

void bot_shuffle_secret(struct bot_host *host, int64_t match, const struct bot_shuffle *shuffle,
	uint16_t round, char text[EG_KEY_TEXT])
{
	unsigned char last[EG_KEY], secret[EG_KEY];

	if (!parse(shuffle, last))
		bot_store_damaged(host->store, match);
	find_secret(host, last, round, secret);
	eg_key_print(secret, text);
	sodium_memzero(last, sizeof(last));
	sodium_memzero(secret, sizeof(secret));
}

void bot_shuffle_commit(
	struct bot_host *host, int64_t match, const char *event, char commitment[EG_KEY_TEXT])
{
	struct bot_shuffle shuffle = {0};
	unsigned char last[EG_KEY];

	if (!bot_store_derive(host->store, "shuffle", event, last))
		host->port->random(host->port->self, last, sizeof(last));
	eg_key_print(last, shuffle.secret);
	sodium_memzero(last, sizeof(last));
	memcpy(shuffle.challenge, event, strlen(event) + 1);
	bot_store_set_shuffle(host->store, match, &shuffle);
	bot_shuffle_secret(host, match, &shuffle, 0, commitment);
	sodium_memzero(&shuffle, sizeof(shuffle));
}

void bot_shuffle_set(struct bot_host *host, int64_t match, struct bot_shuffle *shuffle,
	const unsigned char last[EG_KEY])
{
	eg_key_print(last, shuffle->secret);
	bot_store_set_shuffle(host->store, match, shuffle);
}

void bot_shuffle_accept(struct bot_host *host, int64_t match, const char *event)
{
	struct bot_shuffle shuffle;

	if (!bot_store_shuffle(host->store, match, &shuffle))
		return;
	memcpy(shuffle.acceptance, event, strlen(event) + 1);
	bot_store_set_shuffle(host->store, match, &shuffle);
	sodium_memzero(&shuffle, sizeof(shuffle));
}

/* Loads the secrets of a match. Returns false if the match has no secrets. */
static bool load(struct bot_host *host, int64_t match, struct bot_shuffle *shuffle,
	unsigned char last[EG_KEY])
{
	if (!bot_store_shuffle(host->store, match, shuffle))
		return false;
	if (!parse(shuffle, last))
		bot_store_damaged(host->store, match);
	return true;
}

void bot_shuffle_deck(struct bot_host *host, int64_t match, uint16_t round, uint8_t deck[EG_DECK])
{
	struct bot_shuffle shuffle;
	unsigned char last[EG_KEY], secret[EG_KEY], seed[EG_KEY];

	assert(round >= 1 && round <= EG_CHAIN);
	if (!load(host, match, &shuffle, last)) {
		bot_draw(host, "deck", seed, sizeof(seed));
		eg_deal(seed, deck);

		return;
	}
	find_secret(host, last, round, secret);
	eg_round_seed(secret, round, text_of(shuffle.challenge), text_of(shuffle.acceptance), seed);
	eg_deal(seed, deck);
	sodium_memzero(&shuffle, sizeof(shuffle));
	sodium_memzero(last, sizeof(last));
	sodium_memzero(secret, sizeof(secret));
	sodium_memzero(seed, sizeof(seed));
}

enum eg_seat bot_shuffle_draw_first(struct bot_host *host, int64_t match)
{
	struct bot_shuffle shuffle;
	unsigned char last[EG_KEY], secret[EG_KEY], byte;

	if (!load(host, match, &shuffle, last)) {
		bot_draw(host, "lot", &byte, sizeof(byte));
		return byte & 1 ? EG_BLACK : EG_WHITE;
	}
	find_secret(host, last, 1, secret);
	enum eg_seat first =
		eg_first_by_lot(secret, text_of(shuffle.challenge), text_of(shuffle.acceptance));
	shuffle.by_lot = true;
	bot_store_set_shuffle(host->store, match, &shuffle);
	sodium_memzero(&shuffle, sizeof(shuffle));
	sodium_memzero(last, sizeof(last));
	sodium_memzero(secret, sizeof(secret));
	return first;
}
