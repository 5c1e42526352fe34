/*
 * Tallies: how many matches each user has played and won, counted apart by what the matches have in
 * common. The host counts each match once, when it ends. A user has one tally for each rule set and
 * each practice opponent, and one for each room and month, of which the store forgets old ones.
 */
#ifndef BOT_STORE_TALLIES_H
#define BOT_STORE_TALLIES_H

#include "bot/store/database.h"

/* What the matches of a tally have in common. */
enum bot_tally_kind {
	BOT_TALLY_RULES,    /* rated matches by this rule set, in all rooms */
	BOT_TALLY_PRACTICE, /* practice matches with a winner against this opponent */
	BOT_TALLY_MONTH,    /* rated matches of a room that ended in this month */
};

/* bytes for the name of a rule set, an opponent or a month, and a NUL */
#define BOT_TALLY_NAME 16

struct bot_tally {
	char name[BOT_TALLY_NAME];
	int64_t played, won; /* matches */
};

/* Which tally: `room` is NULL unless `kind` is BOT_TALLY_MONTH. */
struct bot_tally_key {
	enum bot_tally_kind kind;
	const char *name, *room;
};

/* Counts a match that the user has won or lost. */
BOT_MUST_USE enum bot_error bot_tally_add(
	struct bot_store *store, const char *user, const struct bot_tally_key *key, bool won);

/*
 * Lists the tallies of a user over all rooms, in the order of the names' bytes. Writes at most
 * `size` items to `list`, and sets *count to the number of items written. On failure, `list` is
 * undefined.
 */
BOT_MUST_USE enum bot_error bot_tally_list(struct bot_store *store, const char *user,
	enum bot_tally_kind kind, struct bot_tally *list, size_t size, size_t *count);

struct bot_tally_place {
	char user[BOT_ID_SIZE];
	int64_t played, won; /* matches */
};

/*
 * Finds who has won most matches of a room in a month, such as "2026-11". Among equals, those who
 * have lost fewer come first. Writes at most `size` places, as bot_tally_list does.
 */
BOT_MUST_USE enum bot_error bot_tally_best(struct bot_store *store, const char *room,
	const char *month, struct bot_tally_place *best, size_t size, size_t *count);

/* Deletes at most `most` tallies of months before `month`. */
BOT_MUST_USE enum bot_error bot_tally_prune(
	struct bot_store *store, const char *month, size_t most);

#endif
