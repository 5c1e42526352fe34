/*
 * Damaged rows have contents that the bot cannot have written. The host sets damaged rows aside and
 * goes on with all other rows.
 */
#ifndef BOT_STORE_DAMAGE_H
#define BOT_STORE_DAMAGE_H

#include "bot/store/database.h"

struct bot_damage {
	int64_t match; /* the match whose rows are damaged, or 0 if the rows belong to no match */
	int64_t row;   /* the damaged outbox row, or 0 if there is none */
	char room[BOT_ID_SIZE]; /* the match's room, or empty if it is unknown */
};

/*
 * Sets aside the damaged rows that caused the last BOT_STORE_CORRUPT. The caller calls this
 * function after the rollback, in a new transaction. No search finds a damaged match any more, but
 * its rows stay in the file for people to examine. A damaged outbox row is never sent. Returns
 * BOT_NOT_FOUND if the damaged rows belong neither to a match nor to the outbox.
 */
BOT_MUST_USE enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage);

/* Notes that a match's stored data contradict each other. Always returns BOT_STORE_CORRUPT. */
BOT_MUST_USE enum bot_error bot_store_damaged(struct bot_store *store, int64_t match);

#endif
