/* What the store knows of one person: to be handed over, or to be erased. */
#ifndef BOT_STORE_PERSON_H
#define BOT_STORE_PERSON_H

#include "bot/store.h"

/* One value. Strings live until the callback returns. */
struct bot_column {
	const char *name;
	enum { BOT_NOTHING, BOT_INTEGER, BOT_REAL, BOT_TEXT } type;
	int64_t number;
	double real;
	const char *text;
};

#define BOT_COLUMNS_MAX 16

/*
 * Calls `take` with each row that is about the user: `kind` says what it tells, such as "matches".
 * Of matches that go on, neither the decks nor what they are made from are among it.
 */
BOT_MUST_USE enum bot_error bot_store_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self);

/*
 * Forgets the user: his name, settings, private room, ratings, what waits for him. In the matches
 * that he has played `alias` stands in his place, so that they stay what they were for the others.
 * Within a transaction, after which no match of his may be going on: BOT_INVALID.
 */
BOT_MUST_USE enum bot_error bot_store_person_erase(
	struct bot_store *store, const char *user, const char *alias);

#endif
