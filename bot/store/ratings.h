/* Ratings: each player has a rating in each room, and a rating over all rooms. */
#ifndef BOT_STORE_RATINGS_H
#define BOT_STORE_RATINGS_H

#include "bot/store/database.h"

/* A player's strength in the rating system Glicko-2; bot/club/rating.h computes it. */
struct bot_glicko {
	double rating;     /* everybody begins with 1500 */
	double deviation;  /* the rating ± two deviations is the 95 % interval of the strength */
	double volatility; /* how fast the player's strength changes with time */
};

#include "bot/store/ratings.inc"

/*
 * Reads the user's rating in a room, or over all rooms if `room` is NULL. Returns BOT_NOT_FOUND if
 * the user has played no rated match there.
 */
BOT_MUST_USE enum bot_error bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating);

/*
 * Stores the user's rating in a room, or over all rooms if `room` is NULL. Returns BOT_INVALID if
 * the rating has impossible values.
 */
BOT_MUST_USE enum bot_error bot_rating_set(struct bot_store *store, const char *room,
	const char *user, const struct bot_rating *rating);

struct bot_rated {
	char user[BOT_ID_SIZE];
	struct bot_rating rating;
};

/*
 * Finds the best players of a room, in the order of the rating minus two deviations, the highest
 * value first. After only one match the deviation is large, so one victory does not put a player at
 * the top. Writes at most `size` players to `top`, and sets *count to the number of players
 * written.
 */
BOT_MUST_USE enum bot_error bot_rating_top(struct bot_store *store, const char *room,
	struct bot_rated *top, size_t size, size_t *count);

#endif
