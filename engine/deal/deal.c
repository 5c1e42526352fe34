#include "engine/deal/deal.h"

#include <sodium.h>
#include <string.h>

#define BLOCK 64 /* ChaCha20 makes its stream in blocks of so many bytes */

/* A stream without end; the ChaCha20 of the IETF repeats after 256 GiB. */
struct stream {
	const unsigned char *seed;
	unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
	unsigned char block[BLOCK];
	uint32_t blocks; /* made so far */
	size_t used;     /* bytes of the block */
};

static void stream_init(struct stream *stream, const unsigned char *seed, uint32_t round)
{
	static const unsigned char name[8] = "engarde";

	stream->seed = seed;
	stream->blocks = 0;
	stream->used = BLOCK;
	memcpy(stream->nonce, name, sizeof(name));
	for (size_t i = 0; i < sizeof(round); i++)
		stream->nonce[sizeof(name) + i] = (unsigned char)(round >> (8 * i));
}

static unsigned stream_next(struct stream *stream)
{
	if (stream->used == BLOCK) {
		static const unsigned char zeros[BLOCK];

		crypto_stream_chacha20_ietf_xor_ic(
			stream->block, zeros, BLOCK, stream->nonce, stream->blocks++, stream->seed);
		stream->used = 0;
	}
	return stream->block[stream->used++];
}

/* A number below `bound`, each as likely: bytes of the last, incomplete run are passed over. */
static unsigned stream_below(struct stream *stream, unsigned bound)
{
	unsigned limit = 256 - 256 % bound;
	unsigned byte;

	do
		byte = stream_next(stream);
	while (byte >= limit);
	return byte % bound;
}

void eg_deal(const unsigned char seed[EG_SEED], uint32_t round, uint8_t deck[EG_DECK])
{
	struct stream stream;

	stream_init(&stream, seed, round);
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
