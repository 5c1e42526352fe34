#include "bot/store/ratings.h"

#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"

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

/* Gets a rating, with the columns in the order of RATING_COLUMNS. */
static struct bot_rating get_rating(struct bot_query *query)
{
	struct bot_rating rating;

	rating.glicko.rating = bot_query_get_real(query);
	rating.glicko.deviation = bot_query_get_real(query);
	rating.glicko.volatility = bot_query_get_real(query);
	rating.played = (uint32_t)bot_query_get_int(query, 1, UINT32_MAX);
	rating.won = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
	rating.opponents = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
	rating.streak = (int32_t)bot_query_get_int(query, INT32_MIN, INT32_MAX);
	rating.longest = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
	if (!query->error && !is_storable(&rating))
		query->error = BOT_STORE_CORRUPT;
	return rating;
}

enum bot_error bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating)
{
	const struct bot_kept_query kept = {BOT_SQL_RATING_GET, user, room, 0};
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, rating, sizeof(*rating)))
		return error;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_RATING_GET, place(room), user);
	bot_query_one(query);
	struct bot_rating found = get_rating(query);
	error = bot_query_end(query);
	bot_kept_add(store, &kept, error, &found, sizeof(found));
	if (!error)
		*rating = found;
	return error;
}

enum bot_error bot_rating_set(struct bot_store *store, const char *room, const char *user,
	const struct bot_rating *rating)
{
	struct bot_query query;

	if (!is_storable(rating) || rating->played == 0)
		return BOT_INVALID;
	bot_kept_drop_all(store);
	bot_query_begin(&query, store, BOT_SQL_RATING_SET);
	if (room)
		bot_query_id(&query, room);
	else
		bot_query_text(&query, all_rooms);
	bot_query_id(&query, user);
	bot_query_real(&query, rating->glicko.rating);
	bot_query_real(&query, rating->glicko.deviation);
	bot_query_real(&query, rating->glicko.volatility);
	bot_query_int(&query, rating->played);
	bot_query_int(&query, rating->won);
	bot_query_int(&query, rating->opponents);
	bot_query_int(&query, rating->streak);
	bot_query_int(&query, rating->longest);
	return bot_query_write(&query);
}

enum bot_error bot_rating_top(struct bot_store *store, const char *room, struct bot_rated *top,
	size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_RATING_TOP, room, bot_limit(size));
	while (bot_query_row(query)) {
		bot_query_get_id(query, top[found].user);
		top[found++].rating = get_rating(query);
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}
