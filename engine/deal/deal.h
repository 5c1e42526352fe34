/*
 * The deal: how the cards of a match are shuffled so that nobody need trust who shuffles them. It
 * is the same on every machine, and short enough to be written again: tests/record/verifier.py
 * is this page in Python.
 *
 * Numbers are four bytes, least significant first. BLAKE2b is that of RFC 7693 with 32 bytes of
 * output, without key, and with a personalisation: the letters given, then zero bytes up to 16.
 * As text, 32 bytes are 43 characters of unpadded base64url (RFC 4648, section 5).
 *
 * The chain. When somebody challenges, 32 random bytes are drawn: the last secret, secret[1024].
 * Each other one is the hash of its successor:
 *
 *     secret[i - 1] = BLAKE2b(secret[i]), personalisation "engarde chain"
 *
 * secret[0] is the commitment, and is shown before the challenge is accepted. Round N is dealt
 * from secret[N], which is opened once the round has ended: its hash is the opening of the round
 * before, or the commitment. So the host can't choose a secret after it has seen who accepts how.
 * A match that is not won in 1024 rounds ends there, undecided.
 *
 * The seed of round N. Neither side can foresee it alone: it is
 *
 *     BLAKE2b(secret[N], N, length of C, C, length of A, A), personalisation "engarde round"
 *
 * where C and A are the bytes of the ids of the two events that made the match: the challenge
 * and its acceptance.
 *
 * The deck.
 * 1. The random bytes are those of libsodium's randombytes_buf_deterministic for the seed: the
 *    ChaCha20 key stream of RFC 8439 (section 2.4) with the seed as the key, the twelve letters
 *    "LibsodiumDRG" as the nonce, and the block counter from 0.
 * 2. The deck begins sorted: five cards 1, five cards 2, up to five cards 5; deck[0] is a 1.
 * 3. For i = 24, 23, ... 1 (Fisher-Yates, in the form of Durstenfeld):
 *    take the next byte b of the stream; while b >= 256 - 256 mod (i + 1), take the next one
 *    instead; then exchange deck[i] with deck[b mod (i + 1)].
 *
 * deck[0] to deck[4] are White's, deck[5] to deck[9] Black's, deck[10] is the top of the pile.
 *
 * Call sodium_init() once before any of these.
 */
#ifndef ENGARDE_DEAL_H
#define ENGARDE_DEAL_H

#include "engine/engarde.h"

#define EG_KEY      32   /* bytes of a secret, a commitment or a seed */
#define EG_KEY_TEXT 44   /* the same as text, its final NUL included */
#define EG_CHAIN    1024 /* rounds that a chain of secrets deals */

/* The secret before a secret in its chain. */
void eg_chain_previous(const unsigned char secret[EG_KEY], unsigned char previous[EG_KEY]);

/* The secret of a round, 1 to EG_CHAIN, from the last one of its chain; 0: the commitment. */
void eg_chain_secret(
	const unsigned char last[EG_KEY], uint16_t round, unsigned char secret[EG_KEY]);

/* The seed of a round, from its secret and the ids of the challenge and the acceptance. */
void eg_round_seed(const unsigned char secret[EG_KEY], uint16_t round, struct eg_text challenge,
	struct eg_text acceptance, unsigned char seed[EG_KEY]);

/* The deck of a seed. */
void eg_deal(const unsigned char seed[EG_KEY], uint8_t deck[EG_DECK]);

void eg_key_print(const unsigned char key[EG_KEY], char text[EG_KEY_TEXT]);
/* All of the text, in the one form that eg_key_print gives it. EG_SYNTAX. */
EG_MUST_USE enum eg_error eg_key_parse(struct eg_text text, unsigned char key[EG_KEY]);

#endif
