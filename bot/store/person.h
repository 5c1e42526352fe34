/*
 * What the store knows about one person: their display name and their private room. Also exports
 * and erases all rows about them. Values that an adapter stored with bot_store_set are not among
 * these rows: the adapter exports and erases its values itself.
 */
#ifndef BOT_STORE_PERSON_H
#define BOT_STORE_PERSON_H

#include "bot/store/database.h"

/*
 * Display names that look alike have the same skeleton. bot/text/name.h makes the skeletons, and
 * the labels that people see.
 */
struct bot_known_name {
	char name[BOT_NAME_SIZE];     /* empty if the bot shows the user's id instead */
	char skeleton[BOT_NAME_SIZE]; /* empty if the bot always adds the id to the name */
	bool shared;                  /* another user's name has the same skeleton */
};

/* Gets the name of a user. Returns false if the store has no name for the user. */
bool bot_store_name(struct bot_store *store, const char *user, struct bot_known_name *known);

/*
 * Stores a user's name, or replaces it. Cuts a name or a skeleton that is too long for
 * BOT_NAME_SIZE, but not in the middle of a character.
 */
void bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton);

/*
 * Gets the private room of a user. A user has at most one private room. Returns false if the user
 * has no private room.
 */
bool bot_store_private_room(struct bot_store *store, const char *user, char room[BOT_ID_SIZE]);
/*
 * Gets the user to whom the private room `room` belongs. Returns false if `room` is no private
 * room.
 */
bool bot_store_private_user(struct bot_store *store, const char *room, char user[BOT_ID_SIZE]);
/*
 * Makes `room` the user's private room, instead of the user's old one. If `room` was another user's
 * private room, the other user then has no private room. If `room` is NULL, the store forgets the
 * user's private room. In another room than before, the messages of the old one count as removed
 * (see bot_store_post_removed), because nothing can edit them from there.
 */
void bot_store_set_private_room(struct bot_store *store, const char *user, const char *room);

/*
 * Returns whether the user has joined their private room. A user without a private room counts as
 * joined: on some platforms nobody has to join.
 */
bool bot_store_has_joined(struct bot_store *store, const char *user);
/*
 * Stores whether the user has joined their private room. A new private room counts as not joined.
 * Does nothing if the user has no private room.
 */
void bot_store_set_joined(struct bot_store *store, const char *user, bool joined);

/* Export and erasure */

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
void bot_store_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self);

/*
 * Erases the user: name, settings, private room, ratings, and waiting messages. In the user's
 * matches `alias` replaces the user's id, so that these matches stay complete for the opponents.
 * Fails with BOT_INVALID if a match of the user has not ended.
 */
void bot_store_person_erase(struct bot_store *store, const char *user, const char *alias);

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
void bot_store_person_forget(struct bot_store *store, const char *user, const char *alias);

#endif
