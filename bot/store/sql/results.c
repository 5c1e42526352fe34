#include "bot/store/results.h"

#include "bot/store/sql/rows.h"

static enum bot_error prune(struct bot_store *store, const char *user)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_RESULTS_PRUNE, user, BOT_RESULTS_KEPT));
}

BOT_ROW_FUNCTIONS(result, RESULTS)

enum bot_error bot_result_add(
	struct bot_store *store, const char *user, const struct bot_result *result)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_RESULT_ADD, bot_id(user));

	bind_result(query, result);
	enum bot_error error = bot_query_write(query);
	return error ? error : prune(store, user);
}

enum bot_error bot_result_list(struct bot_store *store, const char *user, struct bot_result *list,
	size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_RESULT_LIST, user, bot_limit(size)),
		get_result, list, sizeof(*list), count);
}
