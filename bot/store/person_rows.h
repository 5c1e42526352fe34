/*
 * Exports and erases all rows about a person. Values that an adapter stored with bot_store_set are
 * not among these rows: the adapter exports and erases its values itself.
 */
#ifndef BOT_STORE_PERSON_ROWS_H
#define BOT_STORE_PERSON_ROWS_H

#include "bot/store/database.h"

/* One value of a row. Its strings live until the callback that got the row returns. */
struct bot_column {
	const char *name;
	enum { BOT_NOTHING, BOT_INTEGER, BOT_REAL, BOT_TEXT, BOT_BLOB } type;
	int64_t number;
	double real;
	const char *text;
	const void *bytes; /* `size` bytes of a blob; NULL if it is empty */
	size_t size;
};

#define BOT_COLUMNS_MAX 64

/*
 * Calls `take` with each row that is about the user. `kind` names the kind of the row, such as
 * "matches". The rows contain no deck of a match that is being played, and no secret of a shuffle.
 */
BOT_MUST_USE enum bot_error bot_store_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self);

/*
 * Erases the user: name, settings, private room, ratings, and waiting messages. In the user's
 * matches `alias` replaces the user's id, so that these matches stay complete for the opponents.
 * Returns BOT_INVALID if a match of the user has not ended.
 */
BOT_MUST_USE enum bot_error bot_store_person_erase(
	struct bot_store *store, const char *user, const char *alias);

/*
 * Copies SQLite's write-ahead log into the database file and empties the log, which may still
 * contain erased data. Call it outside a transaction.
 */
BOT_MUST_USE enum bot_error bot_store_clean_log(struct bot_store *store);

/*
 * Like bot_store_person_erase, for a user who asks for it while the bot runs. Keeps the user's rate
 * limits and allowances, the blocks of others against them, a ban, and their exclusion from a
 * competition until it begins: otherwise a user who pesters others could get fresh limits. Keeps
 * the numbers of the user's encrypted messages, too, so that nobody can send the bot a copy of an
 * old one.
 */
BOT_MUST_USE enum bot_error bot_store_person_forget(
	struct bot_store *store, const char *user, const char *alias);

#endif
