/*
 * Damage: rows whose contents the bot cannot have written. The host sets damaged rows aside and
 * goes on with the others.
 */
#ifndef BOT_STORE_DAMAGE_H
#define BOT_STORE_DAMAGE_H

#include "bot/store/database.h"

struct bot_damage {
	int64_t match;          /* rows of this match are damaged; 0: of no match */
	int64_t row;            /* this outbox row is damaged; 0: none */
	char room[BOT_ID_SIZE]; /* the match's room; empty: unknown */
};

/*
 * Sets aside the damage that the last BOT_STORE_CORRUPT found; call it after the rollback, in a
 * new transaction. No search finds a damaged match any more, but its rows stay in the file for
 * people to examine. A damaged outbox row is not sent. BOT_NOT_FOUND: the damage is elsewhere.
 */
BOT_MUST_USE enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage);

/* Notes that a match's stored data contradict each other. Always returns BOT_STORE_CORRUPT. */
BOT_MUST_USE enum bot_error bot_store_damaged(struct bot_store *store, int64_t match);

#endif
