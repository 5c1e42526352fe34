/* What senders and rooms have used of their quotas. */
#include "bot/store/query.h"

static const char *const scopes[] = {[BOT_OF_ROOM] = "room", [BOT_OF_USER] = "user"};

enum bot_error bot_store_quota(
	struct bot_store *store, enum bot_scope scope, const char *id, struct bot_quota *quota)
{
	struct bot_query query;
	struct bot_quota found = {0};

	bot_query_begin(&query, store, BOT_SQL_QUOTA_GET);
	bot_query_text(&query, scopes[scope]);
	bot_query_text(&query, id);
	if (bot_query_row(&query)) {
		found.until = bot_query_get_int(&query, INT64_MIN, INT64_MAX);
		found.told = bot_query_get_int(&query, 0, 1) == 1;
	}
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*quota = found;
	return error;
}

enum bot_error bot_store_set_quota(struct bot_store *store, enum bot_scope scope, const char *id,
	const struct bot_quota *quota)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_QUOTA_SET);
	bot_query_text(&query, scopes[scope]);
	bot_query_id(&query, id);
	bot_query_int(&query, quota->until);
	bot_query_int(&query, quota->told);
	return bot_query_write(&query);
}

enum bot_error bot_store_quotas_prune(struct bot_store *store, int64_t now)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_QUOTA_PRUNE);
	bot_query_int(&query, now);
	return bot_query_write(&query);
}
