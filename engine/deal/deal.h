/*
 * The deal: how the host shuffles the cards of a match so that nobody has to trust the host. The
 * result is the same on each machine. The method is short enough for anybody to implement:
 * tests/record/verifier.py implements this page in Python.
 *
 * A number is four bytes, the least significant byte first. BLAKE2b is the function of RFC 7693
 * with 32 bytes of output, no key, and a personalisation: the given letters, then zero bytes up to
 * 16 bytes. As text, 32 bytes are 43 characters of unpadded base64url (RFC 4648, section 5).
 *
 * The chain. When a player sends a challenge, the host chooses 32 bytes that nobody else can guess.
 * They are the last secret, secret[1024]. Each other secret is the hash of the next secret:
 *
 *     secret[i - 1] = BLAKE2b(secret[i]), personalisation "engarde chain"
 *
 * secret[0] is the commitment. The host publishes it before anybody accepts the challenge. The host
 * deals round N from secret[N]. When the round is over, the host publishes secret[N] as the opening
 * of the round. Its hash is the opening of the round before, or in round 1 the commitment. So the
 * host can't choose a secret after it knows the acceptance. A match that nobody wins in 1024 rounds
 * ends undecided.
 *
 * The lot. If the challenge says that lots are drawn to decide who begins, the host takes the first
 * byte of
 *
 *     BLAKE2b(secret[1], length of C, C, length of A, A), personalisation "engarde first"
 *
 * (C and A as below). White begins if the byte is even, Black if it is odd. Everybody can check the
 * lot when the opening of round 1 is known. The lot depends on A, as the cards do.
 *
 * The seed. The seed of round N is
 *
 *     BLAKE2b(secret[N], N, length of C, C, length of A, A), personalisation "engarde round"
 *
 * where C and A are the bytes of two event ids: the ids of the challenge and of its acceptance. If
 * a player has asked for a rematch or accepted a challenge on the bot's page, there is no event,
 * and this id stands for it: `tap:` and, as text, BLAKE2b(user id, a space, K) without a
 * personalisation. K is a key that the player's browser has drawn. Only this browser can check the
 * id, so a player who does not trust the host asks and accepts in the chat. In a bout of a club
 * night or a season, these are the events by which its two fencers signed up.
 *
 * The deck.
 * 1. The seed gives a stream of random bytes: the ChaCha20 key stream of RFC 8439 (section 2.4)
 *    with the seed as key, the twelve letters "LibsodiumDRG" as nonce, and a block counter from 0.
 *    libsodium's randombytes_buf_deterministic makes the same bytes.
 * 2. The deck begins sorted: five cards 1, five cards 2, up to five cards 5. deck[0] is a 1.
 * 3. For i = 24, 23, ... 1 (Fisher-Yates, in the form of Durstenfeld): take the next byte b of the
 *    stream. While b >= 256 - 256 mod (i + 1), take the next byte as b. Then exchange deck[i] with
 *    deck[b mod (i + 1)].
 *
 * White gets deck[0] to deck[4], and Black deck[5] to deck[9]. deck[10] is the top of the pile.
 *
 * Who can choose the cards. Somebody who knows the secrets before the acceptance, and who can try
 * many ids for it, takes the id that gives the best cards; ten thousand ids take seconds. The id of
 * an event is a hash of the whole event, with its time, and the homeserver of its sender makes the
 * event. So it depends on who runs what:
 *
 * - The host alone can't do this: it fixes the secrets before the acceptance exists. It can't with
 *   the challenger or the challenger's homeserver either, because C comes before the commitment.
 *   A player or a homeserver that does not know the secrets can't.
 * - The host together with the accepter's homeserver can. So can a host who runs this homeserver,
 *   a host who plays as the accepter and has a homeserver, and an accepter with a homeserver whom
 *   the host has told the secrets.
 * - If the acceptance is a tap on the bot's page, the host alone can: the page is a program of the
 *   host, which may choose K as it likes.
 * - In a bout, both events come before the commitment, which the host shows when the bout begins.
 *   So the host alone can choose its cards, but not change them once it has begun.
 * - The host can also act as if an acceptance had not come, and wait for the next one. The people
 *   in the room see that it did not answer.
 *
 * Neither the room nor the record of a match shows whether somebody has done so. Players who do not
 * want to trust the host should accept in the chat, from a homeserver that the host does not run.
 * Nothing that the players write could prevent the second case: the homeserver chooses the other
 * parts of the event that carries their text.
 *
 * Call sodium_init() once before any of these functions.
 */
#ifndef ENGINE_DEAL_DEAL_H
#define ENGINE_DEAL_DEAL_H

#include "engine/engarde.h"

#define EG_KEY      32   /* bytes of a secret, a commitment or a seed */
#define EG_KEY_TEXT 44   /* bytes of a key as text, NUL included */
#define EG_CHAIN    1024 /* rounds that one chain can deal */

/* Writes the secret before `secret` in the chain. `previous` may be the same memory as `secret`. */
void eg_chain_previous(const unsigned char secret[EG_KEY], unsigned char previous[EG_KEY]);

/*
 * Writes the secret of a round, 1 to EG_CHAIN, computed from the last secret. For round 0, writes
 * the commitment.
 */
void eg_chain_secret(
	const unsigned char last[EG_KEY], uint16_t round, unsigned char secret[EG_KEY]);

/* Returns who begins by lot: EG_WHITE or EG_BLACK. `secret` is the secret of round 1. */
enum eg_seat eg_first_by_lot(
	const unsigned char secret[EG_KEY], struct eg_text challenge, struct eg_text acceptance);

/* Writes the seed of a round from its secret and the event ids of challenge and acceptance. */
void eg_round_seed(const unsigned char secret[EG_KEY], uint16_t round, struct eg_text challenge,
	struct eg_text acceptance, unsigned char seed[EG_KEY]);

/* Writes the deck of a seed. */
void eg_deal(const unsigned char seed[EG_KEY], uint8_t deck[EG_DECK]);

/* Writes a key as text. */
void eg_key_print(const unsigned char key[EG_KEY], char text[EG_KEY_TEXT]);
/* Reads a text as eg_key_print writes it. Any other form of the key is an error: EG_SYNTAX. */
EG_MUST_USE enum eg_error eg_key_parse(struct eg_text text, unsigned char key[EG_KEY]);

#endif
