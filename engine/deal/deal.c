#include "engine/deal/deal.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* The secrets */

#define PERSONAL crypto_generichash_blake2b_PERSONALBYTES

static const unsigned char chain[PERSONAL] = "engarde chain";
static const unsigned char rounds[PERSONAL] = "engarde round";
static const unsigned char lots[PERSONAL] = "engarde first";

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

static void add_event(crypto_generichash_blake2b_state *state, struct eg_text event)
{
	add_number(state, event.size);
	add(state, event.start, event.size);
}

enum eg_seat eg_first_by_lot(
	const unsigned char secret[EG_KEY], struct eg_text challenge, struct eg_text acceptance)
{
	crypto_generichash_blake2b_state state;
	unsigned char lot[EG_KEY];

	crypto_generichash_blake2b_init_salt_personal(&state, NULL, 0, EG_KEY, NULL, lots);
	add(&state, secret, EG_KEY);
	add_event(&state, challenge);
	add_event(&state, acceptance);
	crypto_generichash_blake2b_final(&state, lot, EG_KEY);
	sodium_memzero(&state, sizeof(state));
	return lot[0] & 1 ? EG_BLACK : EG_WHITE;
}

void eg_round_seed(const unsigned char secret[EG_KEY], uint16_t round, struct eg_text challenge,
	struct eg_text acceptance, unsigned char seed[EG_KEY])
{
	crypto_generichash_blake2b_state state;

	crypto_generichash_blake2b_init_salt_personal(&state, NULL, 0, EG_KEY, NULL, rounds);
	add(&state, secret, EG_KEY);
	add_number(&state, round);
	add_event(&state, challenge);
	add_event(&state, acceptance);
	crypto_generichash_blake2b_final(&state, seed, EG_KEY);
	sodium_memzero(&state, sizeof(state));
}

/* The deck */

#define BLOCK 64 /* bytes of a block of ChaCha20 */

/* The random bytes that follow from a seed. The ChaCha20 of RFC 8439 repeats after 256 GiB. */
struct stream {
	const unsigned char *seed;
	unsigned char block[BLOCK];
	uint32_t blocks; /* the number of blocks made */
	size_t used;     /* how many bytes of the block are used up */
};

static unsigned stream_next(struct stream *stream)
{
	/*
	 * The nonce of randombytes_buf_deterministic. The code does not call that function, because
	 * that function needs the number of bytes in advance.
	 */
	static const unsigned char nonce[] = {
		'L', 'i', 'b', 's', 'o', 'd', 'i', 'u', 'm', 'D', 'R', 'G'};
	static const unsigned char zeros[BLOCK];

	_Static_assert(
		sizeof(nonce) == crypto_stream_chacha20_ietf_NONCEBYTES, "the size of a nonce");
	if (stream->used == BLOCK) {
		crypto_stream_chacha20_ietf_xor_ic(
			stream->block, zeros, BLOCK, nonce, stream->blocks++, stream->seed);
		stream->used = 0;
	}
	return stream->block[stream->used++];
}

/*
 * Returns a number below `bound`. All numbers are equally likely, because the function skips the
 * highest bytes, which would favour the low numbers.
 */
static unsigned stream_below(struct stream *stream, unsigned bound)
{
	unsigned limit = 256 - 256 % bound;
	unsigned byte;

	do
		byte = stream_next(stream);
	while (byte >= limit);
	return byte % bound;
}

void eg_deal(const unsigned char seed[EG_KEY], uint8_t deck[EG_DECK])
{
	struct stream stream = {.seed = seed, .used = BLOCK};

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
	for (unsigned i = EG_DECK - 1; i > 0; i--) {
		unsigned j = stream_below(&stream, i + 1);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
	sodium_memzero(&stream, sizeof(stream));
}

/* Keys as text */

void eg_key_print(const unsigned char key[EG_KEY], char text[EG_KEY_TEXT])
{
	sodium_bin2base64(text, EG_KEY_TEXT, key, EG_KEY, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/*
 * Reads a key. libsodium reads some bytes above 127 as letters, so this function prints the key
 * again and compares the two texts.
 */
enum eg_error eg_key_parse(struct eg_text text, unsigned char key[EG_KEY])
{
	unsigned char read[EG_KEY];
	char printed[EG_KEY_TEXT];
	size_t size;

	if (text.size != EG_KEY_TEXT - 1 ||
		sodium_base642bin(read, EG_KEY, text.start, text.size, NULL, &size, NULL,
			sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
		return EG_SYNTAX;
	assert(size == EG_KEY);
	eg_key_print(read, printed);
	if (memcmp(printed, text.start, text.size) != 0)
		return EG_SYNTAX;
	memcpy(key, read, EG_KEY);
	return EG_OK;
}
