#include "bot/shuffle.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(EG_KEY_TEXT == BOT_SECRET_SIZE, "the store keeps secrets as text");

static struct eg_text text_of(const char *string)
{
	return (struct eg_text){string, strlen(string)};
}

static enum bot_error parse(const struct bot_shuffle *shuffle, unsigned char last[EG_KEY])
{
	return eg_key_parse(text_of(shuffle->secret), last) == EG_OK ? BOT_OK : BOT_STORE_CORRUPT;
}

#define STRIDE 32 /* rounds: more than most matches have */

/* As eg_chain_secret, but not all the way from the end of the chain each time. */
static void secret_near(struct bot_host *host, const unsigned char last[EG_KEY], unsigned round,
	unsigned char secret[EG_KEY])
{
	struct bot_waypoint *waypoint = &host->waypoints[last[0] % BOT_WAYPOINTS];
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

enum bot_error bot_shuffle_secret(
	const struct bot_shuffle *shuffle, uint16_t round, char text[EG_KEY_TEXT])
{
	unsigned char last[EG_KEY], secret[EG_KEY];

	enum bot_error error = parse(shuffle, last);
	if (error)
		return error;
	eg_chain_secret(last, round, secret);
	eg_key_print(secret, text);
	sodium_memzero(last, sizeof(last));
	sodium_memzero(secret, sizeof(secret));
	return BOT_OK;
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
	unsigned char last[EG_KEY], secret[EG_KEY], seed[EG_KEY];

	assert(round >= 1 && round <= EG_CHAIN);
	enum bot_error error = bot_store_shuffle(host->store, match, &shuffle);
	if (error == BOT_NOT_FOUND) {
		host->port->random(host->port->self, seed, sizeof(seed));
		eg_deal(seed, deck);
		return BOT_OK;
	}
	if (!error && parse(&shuffle, last))
		error = bot_store_damaged(host->store, match);
	if (error)
		return error;
	secret_near(host, last, round, secret);
	eg_round_seed(secret, round, text_of(shuffle.challenge), text_of(shuffle.acceptance), seed);
	eg_deal(seed, deck);
	sodium_memzero(&shuffle, sizeof(shuffle));
	sodium_memzero(last, sizeof(last));
	sodium_memzero(secret, sizeof(secret));
	sodium_memzero(seed, sizeof(seed));
	return BOT_OK;
}
