/* Ratings: each player has a rating in each room, and a rating over all rooms. */
#ifndef BOT_STORE_RATINGS_H
#define BOT_STORE_RATINGS_H

#include "bot/store/database.h"

#define BOT_RATING_NEW 1500.0 /* the rating of a player who has not played yet */

/* A player's strength in the rating system Glicko-2; bot/club/rating.h computes it. */
struct bot_glicko {
	double rating;     /* everybody begins with BOT_RATING_NEW */
	double deviation;  /* the rating ± two deviations is the 95 % interval of the strength */
	double volatility; /* how fast the player's strength changes with time */
};

#include "bot/store/ratings.inc"

/*
 * Reads the user's rating in a room, or over all rooms if `room` is NULL. Returns false if the user
 * has played no rated match there.
 */
bool bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating);

/*
 * Stores the user's rating in a room, or over all rooms if `room` is NULL. Fails with BOT_INVALID
 * if the rating has impossible values.
 */
void bot_rating_set(struct bot_store *store, const char *room, const char *user,
	const struct bot_rating *rating);

struct bot_rated {
	char user[BOT_ID_SIZE];
	struct bot_rating rating;
};

/*
 * Finds the best players of a room, in the order of the rating minus two deviations, the highest
 * value first. After only one match the deviation is large, so one victory does not put a player at
 * the top. Writes at most `size` players to `top`, and returns the number of players written.
 */
size_t bot_rating_top(
	struct bot_store *store, const char *room, struct bot_rated *top, size_t size);

/*
 * How the last rated matches of each user ended, over all rooms. The store keeps a few for each
 * user, so a question about them reads few rows. The result of a match goes with the match, when
 * the store deletes it.
 */

#define BOT_RESULTS_KEPT 200 /* of each user */

#include "bot/store/results.inc"

/*
 * Adds the result of a match that is in the store, as the newest one: the ratings of a user follow
 * each other in the order in which the results are added. Deletes the oldest results of the user
 * beyond BOT_RESULTS_KEPT.
 */
void bot_result_add(struct bot_store *store, const char *user, const struct bot_result *result);

/*
 * Lists the results of a user, the newest first. Writes at most `size` items to `list`, and returns
 * the number of items written.
 */
size_t bot_result_list(
	struct bot_store *store, const char *user, struct bot_result *list, size_t size);

/*
 * Tallies: how many matches each user has played and won, counted apart by what the matches have in
 * common. The host counts each match once, when it ends. A user has one tally for each rule set and
 * each practice opponent, and one for each room and month, and room and year, of which the store
 * forgets old ones. In a year, competitions count, with their points.
 */

/* What the matches of a tally have in common. */
enum bot_tally_kind {
	BOT_TALLY_RULES,    /* rated matches by this rule set, in all rooms */
	BOT_TALLY_PRACTICE, /* practice matches with a winner against this opponent */
	BOT_TALLY_MONTH,    /* rated matches of a room that ended in this month */
	BOT_TALLY_YEAR,     /* competitions of a room that ended in this year, and points */
};

/* bytes for the name of a rule set, an opponent or a month, and a NUL */
#define BOT_TALLY_NAME 16

struct bot_tally {
	char name[BOT_TALLY_NAME];
	int64_t played, won; /* matches */
};

/* Which tally: `room` is NULL unless `kind` is BOT_TALLY_MONTH or BOT_TALLY_YEAR. */
struct bot_tally_key {
	enum bot_tally_kind kind;
	const char *name, *room;
};

/* Counts a match that the user has won (1) or lost (0), or a competition with its points. */
void bot_tally_add(
	struct bot_store *store, const char *user, const struct bot_tally_key *key, int64_t won);

/*
 * Lists the tallies of a user over all rooms, in the order of the names' bytes. Writes at most
 * `size` items to `list`, and returns the number of items written.
 */
size_t bot_tally_list(struct bot_store *store, const char *user, enum bot_tally_kind kind,
	struct bot_tally *list, size_t size);

struct bot_tally_place {
	char user[BOT_ID_SIZE];
	int64_t played, won; /* matches, or competitions and points */
};

/*
 * Finds who has won most in a room in a month, such as "2026-11", or a year. Among equals, those
 * who have lost fewer come first. Writes at most `size` places, as bot_tally_list does.
 */
size_t bot_tally_best(struct bot_store *store, const char *room, enum bot_tally_kind kind,
	const char *name, struct bot_tally_place *best, size_t size);

/* Deletes at most `most` tallies of a kind that have a room, and whose names are before `name`. */
void bot_tally_prune(
	struct bot_store *store, enum bot_tally_kind kind, const char *name, size_t most);

#endif
