/*
 * What ended matches leave behind: each player's rating, in each room and over all of them. A part
 * of the store; see bot/store.h for its transactions.
 */
#ifndef BOT_RESULTS_H
#define BOT_RESULTS_H

#include "bot/glicko.h"
#include "bot/store.h"

struct bot_rating {
	struct bot_glicko glicko;
	uint32_t played; /* matches that counted */
	uint32_t won;    /* of these */
};

/* A NULL room stands for all rooms. BOT_NOT_FOUND for who has played none that counted. */
BOT_MUST_USE enum bot_error bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating);
/* BOT_INVALID for what is no rating. */
BOT_MUST_USE enum bot_error bot_rating_set(struct bot_store *store, const char *room,
	const char *user, const struct bot_rating *rating);

struct bot_rated {
	char user[BOT_ID_SIZE];
	struct bot_rating rating;
};

/*
 * The best of a room, by what each is at least worth: two deviations below the rating. So nobody
 * leads by a single match. Writes `size` of them at most and their number; unset on failure.
 */
BOT_MUST_USE enum bot_error bot_rating_top(struct bot_store *store, const char *room,
	struct bot_rated *top, size_t size, size_t *count);

#endif
