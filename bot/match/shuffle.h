/*
 * Shuffles the decks of the matches that the bot hosts. engine/deal/deal.h explains how anybody can
 * check a shuffle. For each challenge the bot makes a chain of secrets. It shows the commitment to
 * these secrets with the challenge, and the secrets in the match's record. The chain follows from
 * the store's key and from the challenge's event (bot/store/causes.h). So nobody can guess it, and
 * a bot that handles the challenge again, on an older store, makes the same commitment.
 *
 * Some matches have no commitment: practice matches, which nobody has to accept, and matches of
 * earlier versions. The decks and lots of these matches are random, and no record can prove them.
 */
#ifndef BOT_MATCH_SHUFFLE_H
#define BOT_MATCH_SHUFFLE_H

#include "bot/call/call.h"
#include "bot/store/rounds.h"
#include "engine/deal/deal.h"

/*
 * A cache of secrets from the middle of the matches' chains. From such a secret the bot computes
 * the secrets of earlier rounds in a few steps. bot_shuffle_cache_destroy wipes the secrets and
 * accepts NULL.
 */
struct bot_shuffle_cache;
struct bot_shuffle_cache *bot_shuffle_cache_create(void);
void bot_shuffle_cache_destroy(struct bot_shuffle_cache *cache);

/*
 * Makes and stores the secrets of a challenge. `event` is the id of the event that made the
 * challenge. Sets `commitment` to the text that the bot must show with the challenge.
 */
void bot_shuffle_commit(
	struct bot_host *host, int64_t match, const char *event, char commitment[EG_KEY_TEXT]);

/*
 * Stores a secret that the caller has made, in place of bot_shuffle_commit and bot_shuffle_accept.
 * `shuffle` has the ids of the two events; the function sets its secret to `last`.
 */
void bot_shuffle_set(struct bot_host *host, int64_t match, struct bot_shuffle *shuffle,
	const unsigned char last[EG_KEY]);

/* Stores the id of the event that accepted a challenge, because the decks depend on this id. */
void bot_shuffle_accept(struct bot_host *host, int64_t match, const char *event);

/*
 * Makes the deck of the round with the number `round`, from 1 to EG_CHAIN. Fails if the stored
 * secret is damaged.
 */
void bot_shuffle_deck(struct bot_host *host, int64_t match, uint16_t round, uint8_t deck[EG_DECK]);

/*
 * Decides by lot who acts first. The lot depends on the secrets of the match. Also stores that a
 * lot decided this, because the record of the match says so. Fails if the stored secret is damaged.
 */
enum eg_seat bot_shuffle_draw_first(struct bot_host *host, int64_t match);

/*
 * Writes the secret of a round as text, or the commitment if the round is 0. Fails if the stored
 * secret is damaged.
 */
void bot_shuffle_secret(struct bot_host *host, int64_t match, const struct bot_shuffle *shuffle,
	uint16_t round, char text[EG_KEY_TEXT]);

#endif
