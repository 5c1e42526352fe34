#include "bot/store/ratings.h"

#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/rows.h"

#include <math.h>

/* The largest values that the store accepts. bot/club/rating.c never computes larger values. */
#define RATING_MAX     100000.0
#define DEVIATION_MAX  1000.0
#define VOLATILITY_MAX 100.0

/* The store uses this room id for the rating over all rooms. No room has an empty id. */
static const char all_rooms[] = "";

static const char *place(const char *room)
{
	return room ? room : all_rooms;
}

static bool is_storable(const struct bot_rating *rating)
{
	const struct bot_glicko *glicko = &rating->glicko;

	return fabs(glicko->rating) <= RATING_MAX && glicko->deviation > 0.0 &&
	       glicko->deviation <= DEVIATION_MAX && glicko->volatility > 0.0 &&
	       glicko->volatility <= VOLATILITY_MAX && rating->won <= rating->played &&
	       rating->longest <= rating->won && rating->streak <= (int64_t)rating->longest;
}

BOT_ROW_FUNCTIONS(rating, RATINGS)

static void get(struct bot_query *query, void *to)
{
	struct bot_rating *row = to;

	get_rating(query, row);
	if (!query->error && !is_storable(row))
		query->error = BOT_STORE_CORRUPT;
}

static void get_rated(struct bot_query *query, void *to)
{
	struct bot_rated *rated = to;

	bot_query_get_id(query, rated->user);
	get(query, &rated->rating);
}

enum bot_error bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating)
{
	const struct bot_kept_query kept = {BOT_SQL_RATING_GET, user, room, 0};
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, rating, sizeof(*rating)))
		return error;
	error = bot_query_get(BOT_QUERY(store, BOT_SQL_RATING_GET, place(room), user), get, rating,
		sizeof(*rating));
	bot_kept_add(store, &kept, error, rating, sizeof(*rating));
	return error;
}

enum bot_error bot_rating_set(struct bot_store *store, const char *room, const char *user,
	const struct bot_rating *rating)
{
	if (!is_storable(rating) || rating->played == 0)
		return BOT_INVALID;
	bot_kept_drop_all(store);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_RATING_SET);
	if (room)
		bot_query_id(query, room);
	else
		bot_query_text(query, all_rooms);
	bot_query_id(query, user);
	bind_rating(query, rating);
	return bot_query_write(query);
}

enum bot_error bot_rating_top(struct bot_store *store, const char *room, struct bot_rated *top,
	size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_RATING_TOP, room, bot_limit(size)),
		get_rated, top, sizeof(*top), count);
}
