/*
 * Rounds: the decks and actions of a match. The store keeps each action in engarde notation, and
 * the bot loads a match by replaying its rounds. Shuffles: the secret and the events from which the
 * host makes the decks of a match.
 */
#ifndef BOT_STORE_ROUNDS_H
#define BOT_STORE_ROUNDS_H

#include "bot/store/matches.h"

#define BOT_SECRET_SIZE 44 /* a secret as text, with its NUL */

/* The most actions in a round: each takes a card, except a pass, which is the last action. */
#define BOT_ROUND_MAX (EG_DECK + 1)

struct bot_round {
	uint8_t deck[EG_DECK];
	struct eg_action action[BOT_ROUND_MAX];
	size_t actions;
};

/*
 * Stores a new round; the first has number 1. BOT_INVALID: a value in the deck is no card, or the
 * match has this round already.
 */
BOT_MUST_USE enum bot_error bot_store_round_add(
	struct bot_store *store, int64_t match, uint16_t round, const uint8_t deck[EG_DECK]);
/* Appends an action to a round. BOT_NOT_FOUND: no such round. */
BOT_MUST_USE enum bot_error bot_store_action_add(
	struct bot_store *store, int64_t match, uint16_t round, struct eg_action action);

/* Gets a round as it was stored. BOT_NOT_FOUND: no such round. */
BOT_MUST_USE enum bot_error bot_store_round_get(
	struct bot_store *store, int64_t match, uint16_t number, struct bot_round *round);

/* Replays all rounds of a match. BOT_STORE_CORRUPT: they are no legal match. */
BOT_MUST_USE enum bot_error bot_store_replay(
	struct bot_store *store, const struct bot_match *match, struct eg_match *state);

/*
 * Plays a round after those that `state` has already. False: the round is not legal there, and
 * `state` may hold a part of it.
 */
bool bot_round_play(struct eg_match *state, const struct bot_round *round);

/* What the decks of a match are shuffled from; engine/deal/deal.h explains it. */
struct bot_shuffle {
	char secret[BOT_SECRET_SIZE]; /* the last secret of its chain, as text */
	char challenge[BOT_ID_SIZE];  /* the event of the challenge */
	char acceptance[BOT_ID_SIZE]; /* the event that accepted it; empty until then */
	bool by_lot;                  /* these secrets also decided who plays first */
};

/* Stores a match's shuffle, or replaces it. */
BOT_MUST_USE enum bot_error bot_store_set_shuffle(
	struct bot_store *store, int64_t match, const struct bot_shuffle *shuffle);
/* BOT_NOT_FOUND: an early version of this program made the match, or it does not exist. */
BOT_MUST_USE enum bot_error bot_store_shuffle(
	struct bot_store *store, int64_t match, struct bot_shuffle *shuffle);

#endif
