#include "engine/deal/deal.h"

#include <sodium.h>
#include <string.h>

#define BLOCK 64 /* ChaCha20 makes its stream in blocks of so many bytes */

/* A stream without end; the ChaCha20 of the IETF repeats after 256 GiB. */
struct stream {
	const unsigned char *seed;
	unsigned char block[BLOCK];
	uint32_t blocks; /* made so far */
	size_t used;     /* bytes of the block */
};

static unsigned stream_next(struct stream *stream)
{
	/* randombytes_buf_deterministic wants to know beforehand how many bytes will be needed */
	static const unsigned char nonce[] = {
		'L', 'i', 'b', 's', 'o', 'd', 'i', 'u', 'm', 'D', 'R', 'G'};
	static const unsigned char zeros[BLOCK];

	_Static_assert(sizeof(nonce) == crypto_stream_chacha20_ietf_NONCEBYTES, "a whole nonce");
	if (stream->used == BLOCK) {
		crypto_stream_chacha20_ietf_xor_ic(
			stream->block, zeros, BLOCK, nonce, stream->blocks++, stream->seed);
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
