/*
 * The rows of the store that are about one person: to export them, or to erase them. The values of
 * an adapter (values.h) are not among them: the adapter exports and erases these itself.
 */
#ifndef BOT_STORE_PERSON_H
#define BOT_STORE_PERSON_H

#include "bot/store/database.h"

/* One value of a row. Strings live until the callback that got the row returns. */
struct bot_column {
	const char *name;
	enum { BOT_NOTHING, BOT_INTEGER, BOT_REAL, BOT_TEXT } type;
	int64_t number;
	double real;
	const char *text;
};

#define BOT_COLUMNS_MAX 16

/*
 * Calls `take` with each row that is about the user. `kind` names what the row is about, such as
 * "matches". The rows leave out the decks of matches that are being played, and all secrets of
 * shuffles.
 */
BOT_MUST_USE enum bot_error bot_store_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self);

/*
 * Erases the user: name, settings, private room, ratings, and waiting messages. In the user's
 * matches `alias` replaces the user's id, so that these matches stay complete for the opponents.
 * Until the store is closed, SQLite overwrites what it deletes. BOT_INVALID: a match of the user
 * has not ended.
 */
BOT_MUST_USE enum bot_error bot_store_person_erase(
	struct bot_store *store, const char *user, const char *alias);

#endif
