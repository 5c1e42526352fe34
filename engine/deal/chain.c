/* The secrets of a match, and what is made of them. */
#include "engine/deal/deal.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#define PERSONAL crypto_generichash_blake2b_PERSONALBYTES

static const unsigned char chain[PERSONAL] = "engarde chain";
static const unsigned char rounds[PERSONAL] = "engarde round";

void eg_chain_previous(const unsigned char secret[EG_KEY], unsigned char previous[EG_KEY])
{
	crypto_generichash_blake2b_salt_personal(
		previous, EG_KEY, secret, EG_KEY, NULL, 0, NULL, chain);
}

void eg_chain_secret(const unsigned char last[EG_KEY], uint16_t round, unsigned char secret[EG_KEY])
{
	assert(round <= EG_CHAIN);
	memcpy(secret, last, EG_KEY);
	for (unsigned i = EG_CHAIN; i > round; i--)
		eg_chain_previous(secret, secret);
}

static void add(crypto_generichash_blake2b_state *state, const void *bytes, size_t size)
{
	crypto_generichash_blake2b_update(state, bytes, size);
}

static void add_number(crypto_generichash_blake2b_state *state, size_t number)
{
	unsigned char bytes[4];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(number >> (8 * i));
	add(state, bytes, sizeof(bytes));
}

void eg_round_seed(const unsigned char secret[EG_KEY], uint16_t round, struct eg_text challenge,
	struct eg_text acceptance, unsigned char seed[EG_KEY])
{
	crypto_generichash_blake2b_state state;

	crypto_generichash_blake2b_init_salt_personal(&state, NULL, 0, EG_KEY, NULL, rounds);
	add(&state, secret, EG_KEY);
	add_number(&state, round);
	add_number(&state, challenge.size);
	add(&state, challenge.start, challenge.size);
	add_number(&state, acceptance.size);
	add(&state, acceptance.start, acceptance.size);
	crypto_generichash_blake2b_final(&state, seed, EG_KEY);
	sodium_memzero(&state, sizeof(state));
}

void eg_key_print(const unsigned char key[EG_KEY], char text[EG_KEY_TEXT])
{
	sodium_bin2base64(text, EG_KEY_TEXT, key, EG_KEY, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

enum eg_error eg_key_parse(struct eg_text text, unsigned char key[EG_KEY])
{
	unsigned char read[EG_KEY];
	size_t size;

	if (text.size != EG_KEY_TEXT - 1 ||
		sodium_base642bin(read, EG_KEY, text.start, text.size, NULL, &size, NULL,
			sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
		return EG_SYNTAX;
	assert(size == EG_KEY);
	memcpy(key, read, EG_KEY);
	return EG_OK;
}
