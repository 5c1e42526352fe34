/* Ratings: each player has one in each room, and one over all rooms. */
#ifndef BOT_STORE_RATINGS_H
#define BOT_STORE_RATINGS_H

#include "bot/store/database.h"

/* A player's strength in the rating system Glicko-2; bot/club/rating.h computes it. */
struct bot_glicko {
	double rating;     /* everybody begins with 1500 */
	double deviation;  /* the rating ± two deviations is the 95 % interval of the strength */
	double volatility; /* how much the player's strength changes */
};

struct bot_rating {
	struct bot_glicko glicko;
	uint32_t played; /* rated matches */
	uint32_t won;    /* rated matches that the player has won */
};

/*
 * Reads a rating. NULL room: the rating over all rooms. BOT_NOT_FOUND: the user has played no rated
 * match there.
 */
BOT_MUST_USE enum bot_error bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating);

/* Stores a rating. NULL room: the rating over all rooms. BOT_INVALID: impossible values. */
BOT_MUST_USE enum bot_error bot_rating_set(struct bot_store *store, const char *room,
	const char *user, const struct bot_rating *rating);

struct bot_rated {
	char user[BOT_ID_SIZE];
	struct bot_rating rating;
};

/*
 * Finds the best players of a room, ordered by two deviations below the rating. So nobody leads
 * after a single match. Writes at most `size` players to `top`, and their number to *count.
 */
BOT_MUST_USE enum bot_error bot_rating_top(struct bot_store *store, const char *room,
	struct bot_rated *top, size_t size, size_t *count);

#endif
