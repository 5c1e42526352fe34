#include "bot/store/results.h"

#include "bot/store/sql/query.h"

static enum bot_error prune(struct bot_store *store, const char *user)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_RESULTS_PRUNE, user, BOT_RESULTS_KEPT));
}

enum bot_error bot_result_add(
	struct bot_store *store, const char *user, const struct bot_result *result)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_RESULT_ADD);
	bot_query_id(&query, user);
	bot_query_int(&query, result->ended);
	bot_query_int(&query, result->match);
	bot_query_int(&query, result->won);
	bot_query_opt_int(&query, result->rating);
	enum bot_error error = bot_query_write(&query);
	return error ? error : prune(store, user);
}

enum bot_error bot_result_list(struct bot_store *store, const char *user, struct bot_result *list,
	size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_RESULT_LIST, user, bot_limit(size));
	while (bot_query_row(query)) {
		struct bot_result *result = &list[found++];

		result->ended = bot_query_get_int(query, 0, INT64_MAX);
		result->match = bot_query_get_int(query, 1, INT64_MAX);
		result->won = bot_query_get_bool(query);
		result->rating = bot_query_get_int(query, INT32_MIN, INT32_MAX);
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}
