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
	struct bot_query query;

	if (!key->name[0] || strlen(key->name) >= BOT_TALLY_NAME)
		return BOT_INVALID;
	bot_query_begin(&query, store, BOT_SQL_TALLY_ADD);
	bot_query_id(&query, user);
	bot_query_text(&query, kinds[key->kind]);
	bot_query_text(&query, key->name);
	if (key->kind == BOT_TALLY_MONTH)
		bot_query_id(&query, key->room);
	else
		bot_query_text(&query, "");
	bot_query_int(&query, won);
	return bot_query_write(&query);
}

static void get_name(struct bot_query *query, char name[BOT_TALLY_NAME])
{
	const char *text = bot_query_get_text(query);
	bool fits = text && strlen(text) < BOT_TALLY_NAME;

	name[0] = '\0';
	if (fits)
		memcpy(name, text, strlen(text) + 1);
	else if (!query->error)
		query->error = BOT_STORE_CORRUPT;
}

static void get_counts(struct bot_query *query, int64_t *played, int64_t *won)
{
	*played = bot_query_get_int(query, 1, INT64_MAX);
	*won = bot_query_get_int(query, 0, *played);
}

enum bot_error bot_tally_list(struct bot_store *store, const char *user, enum bot_tally_kind kind,
	struct bot_tally *list, size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_TALLY_LIST, user, kinds[kind], bot_limit(size));
	while (bot_query_row(query)) {
		get_name(query, list[found].name);
		get_counts(query, &list[found].played, &list[found].won);
		found++;
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_tally_best(struct bot_store *store, const char *room, const char *month,
	struct bot_tally_place *best, size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_TALLY_BEST, room, month, bot_limit(size));
	while (bot_query_row(query)) {
		bot_query_get_id(query, best[found].user);
		get_counts(query, &best[found].played, &best[found].won);
		found++;
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_tally_prune(struct bot_store *store, const char *month, size_t most)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_TALLY_PRUNE, month, bot_limit(most)));
}
