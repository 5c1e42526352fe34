#include "bot/store/tallies.h"

#include "bot/store/sql/query.h"

#include <string.h>

static const char *const kinds[] = {
	[BOT_TALLY_RULES] = "rules",
	[BOT_TALLY_PRACTICE] = "practice",
	[BOT_TALLY_MONTH] = "month",
};

enum bot_error bot_tally_add(
	struct bot_store *store, const char *user, const struct bot_tally_key *key, bool won)
{
	if (!key->name[0] || strlen(key->name) >= BOT_TALLY_NAME)
		return BOT_INVALID;
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_TALLY_ADD, bot_id(user), kinds[key->kind], key->name);
	if (key->kind == BOT_TALLY_MONTH)
		bot_query_id(query, key->room);
	else
		bot_query_text(query, "");
	bot_query_int(query, won);
	return bot_query_write(query);
}

static void get_counts(struct bot_query *query, int64_t *played, int64_t *won)
{
	*played = bot_query_get_int(query, 1, INT64_MAX);
	*won = bot_query_get_int(query, 0, *played);
}

static void get_tally(struct bot_query *query, void *to)
{
	struct bot_tally *tally = to;

	bot_query_get_string(query, tally->name, sizeof(tally->name));
	get_counts(query, &tally->played, &tally->won);
}

enum bot_error bot_tally_list(struct bot_store *store, const char *user, enum bot_tally_kind kind,
	struct bot_tally *list, size_t size, size_t *count)
{
	return bot_query_list(
		BOT_QUERY(store, BOT_SQL_TALLY_LIST, user, kinds[kind], bot_limit(size)), get_tally,
		list, sizeof(*list), count);
}

static void get_place(struct bot_query *query, void *to)
{
	struct bot_tally_place *place = to;

	bot_query_get_id(query, place->user);
	get_counts(query, &place->played, &place->won);
}

enum bot_error bot_tally_best(struct bot_store *store, const char *room, const char *month,
	struct bot_tally_place *best, size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_TALLY_BEST, room, month, bot_limit(size)),
		get_place, best, sizeof(*best), count);
}

enum bot_error bot_tally_prune(struct bot_store *store, const char *month, size_t most)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_TALLY_PRUNE, month, bot_limit(most)));
}
