#include "bot/store/ratings.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"

#include <math.h>
#include <string.h>

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

bool bot_rating_get(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating)
{
	return bot_kept_get(store,
		&(struct bot_kept_query){BOT_SQL_RATING_GET, place(room), user, 0}, get, rating,
		sizeof(*rating));
}

void bot_rating_set(struct bot_store *store, const char *room, const char *user,
	const struct bot_rating *rating)
{
	if (!is_storable(rating) || rating->played == 0)
		bot_fail(BOT_INVALID);
	bot_kept_drop_all(store);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_RATING_SET);
	if (room)
		bot_query_id(query, room);
	else
		bot_query_text(query, all_rooms);
	bot_query_id(query, user);
	bot_query_write(bind_rating(query, rating));
}

size_t bot_rating_top(struct bot_store *store, const char *room, struct bot_rated *top, size_t size)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_RATING_TOP, room, bot_limit(size)),
		get_rated, top, sizeof(*top));
}

BOT_ROW_FUNCTIONS(result, RESULTS)

void bot_result_add(struct bot_store *store, const char *user, const struct bot_result *result)
{
	bot_query_write(bind_result(BOT_QUERY(store, BOT_SQL_RESULT_ADD, bot_id(user)), result));
	bot_query_write(BOT_QUERY(store, BOT_SQL_RESULTS_PRUNE, user, BOT_RESULTS_KEPT));
}

size_t bot_result_list(
	struct bot_store *store, const char *user, struct bot_result *list, size_t size)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_RESULT_LIST, user, bot_limit(size)),
		get_result, list, sizeof(*list));
}

static const char *const kinds[] = {
	[BOT_TALLY_RULES] = "rules",
	[BOT_TALLY_PRACTICE] = "practice",
	[BOT_TALLY_MONTH] = "month",
	[BOT_TALLY_YEAR] = "year",
};

void bot_tally_add(
	struct bot_store *store, const char *user, const struct bot_tally_key *key, int64_t won)
{
	if (!key->name[0] || strlen(key->name) >= BOT_TALLY_NAME)
		bot_fail(BOT_INVALID);
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_TALLY_ADD, bot_id(user), kinds[key->kind], key->name);
	if (key->kind == BOT_TALLY_MONTH || key->kind == BOT_TALLY_YEAR)
		bot_query_id(query, key->room);
	else
		bot_query_text(query, "");
	bot_query_int(query, won);
	bot_query_write(query);
}

static void get_tally(struct bot_query *query, void *to)
{
	struct bot_tally *tally = to;

	bot_query_get_string(query, tally->name, sizeof(tally->name));
	tally->played = bot_query_get_int(query, 1, INT64_MAX);
	tally->won = bot_query_get_int(query, 0, tally->played);
}

size_t bot_tally_list(struct bot_store *store, const char *user, enum bot_tally_kind kind,
	struct bot_tally *list, size_t size)
{
	return bot_query_list(
		BOT_QUERY(store, BOT_SQL_TALLY_LIST, user, kinds[kind], bot_limit(size)), get_tally,
		list, sizeof(*list));
}

static void get_place(struct bot_query *query, void *to)
{
	struct bot_tally_place *place = to;

	bot_query_get_id(query, place->user);
	place->played = bot_query_get_int(query, 1, INT64_MAX);
	place->won = bot_query_get_int(query, 0, INT64_MAX);
}

size_t bot_tally_best(struct bot_store *store, const char *room, enum bot_tally_kind kind,
	const char *name, struct bot_tally_place *best, size_t size)
{
	return bot_query_list(
		BOT_QUERY(store, BOT_SQL_TALLY_BEST, room, kinds[kind], name, bot_limit(size)),
		get_place, best, sizeof(*best));
}

void bot_tally_prune(
	struct bot_store *store, enum bot_tally_kind kind, const char *name, size_t most)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_TALLY_PRUNE, kinds[kind], name, bot_limit(most)));
}
