/*
 * Rounds: the decks and actions of a match. The store keeps each action in engarde notation, with a
 * `!` after an action that played itself, and the bot loads a match by replaying its rounds.
 * Shuffles: the secret and the events from which the host makes the decks of a match.
 */
#ifndef BOT_STORE_ROUNDS_H
#define BOT_STORE_ROUNDS_H

#include "bot/store/matches.h"

/*
 * The most actions in a round. Each action uses at least one card of the deck, except a pass. A
 * pass ends the round.
 */
#define BOT_ROUND_MAX (EG_DECK + 1)

struct bot_round {
	uint8_t deck[EG_DECK];
	struct eg_action action[BOT_ROUND_MAX];
	bool automatic[BOT_ROUND_MAX]; /* the action played itself; see bot/play/automatic.h */
	size_t actions;
};

/*
 * Stores a new round. The first round has the number 1. Fails with BOT_INVALID if a value in the
 * deck is no card, or if the match has this round already.
 */
void bot_store_round_add(
	struct bot_store *store, int64_t match, uint16_t round, const uint8_t deck[EG_DECK]);
/*
 * Appends an action to a round. `automatic` says whether it played itself. Fails with
 * BOT_NOT_FOUND if the match does not have this round.
 */
void bot_store_action_add(struct bot_store *store, int64_t match, uint16_t round,
	struct eg_action action, bool automatic);

/* Gets a round as it was stored. Returns false if the match does not have this round. */
bool bot_store_round_get(
	struct bot_store *store, int64_t match, uint16_t number, struct bot_round *round);

/*
 * Replays all rounds of a match. Sets *last to the last of them, unless `last` is NULL. Fails with
 * BOT_STORE_CORRUPT if the rounds break the rules of the match.
 */
void bot_store_replay(struct bot_store *store, const struct bot_match *match,
	struct eg_match *state, struct bot_round *last);

/*
 * Finds out which players of a match have acted in it, by seat. Replays only as many rounds as it
 * needs. Fails with BOT_STORE_CORRUPT if these rounds break the rules of the match.
 */
void bot_store_acted(struct bot_store *store, const struct bot_match *match, bool acted[2]);

/* Returns whether both players of a match have acted in it, as bot_store_acted does. */
bool bot_store_both_acted(struct bot_store *store, const struct bot_match *match);

/*
 * Plays a round in `state`, after the rounds that `state` has already. Returns false if the round
 * breaks the rules. In this case `state` may contain a part of the round.
 */
bool bot_round_play(struct eg_match *state, const struct bot_round *round);

#include "bot/store/shuffles.inc"

/* Stores a match's shuffle, or replaces it. */
void bot_store_set_shuffle(
	struct bot_store *store, int64_t match, const struct bot_shuffle *shuffle);
/*
 * Gets a match's shuffle. Returns false if the match does not exist, or if it has no shuffle
 * because an early version of this program made the match.
 */
bool bot_store_shuffle(struct bot_store *store, int64_t match, struct bot_shuffle *shuffle);
/* Likewise, but gets only the challenge of the shuffle. */
bool bot_store_shuffle_challenge(
	struct bot_store *store, int64_t match, char challenge[BOT_ID_SIZE]);

#endif
