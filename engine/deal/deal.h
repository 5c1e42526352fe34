/*
 * The deal: from a secret seed to the order of the cards of a round, the same on every machine.
 *
 * The algorithm, for who writes it again in another language:
 *
 * 1. The random bytes are the ChaCha20 key stream of RFC 8439 (section 2.4), block counter from 0.
 *    The key is the seed. The nonce is twelve bytes: the ASCII letters "engarde", a zero byte,
 *    and the number of the round as four bytes, least significant first.
 * 2. The deck begins sorted: five cards 1, five cards 2, up to five cards 5; deck[0] is a 1.
 * 3. For i = 24, 23, ... 1 (Fisher-Yates, in the form of Durstenfeld):
 *    take the next byte b of the stream; while b >= 256 - 256 mod (i + 1), take the next one
 *    instead; then exchange deck[i] with deck[b mod (i + 1)].
 *
 * deck[0] to deck[4] are White's, deck[5] to deck[9] Black's, deck[10] is the top of the pile.
 */
#ifndef ENGARDE_DEAL_H
#define ENGARDE_DEAL_H

#include "engine/engarde.h"

#define EG_SEED 32 /* bytes of a seed */

/* Rounds are numbered from 1, but every number deals. Call sodium_init() once before. */
void eg_deal(const unsigned char seed[EG_SEED], uint32_t round, uint8_t deck[EG_DECK]);

#endif
