#include "bot/store/values.h"

#include "bot/store/sqlite/query.h"

#include <stdlib.h>

enum bot_error bot_store_set(struct bot_store *store, const char *key, const char *value)
{
	struct bot_query query;
	bot_query_begin(&query, store, value ? BOT_SQL_VALUE_SET : BOT_SQL_VALUE_UNSET);
	bot_query_text(&query, key);
	if (value)
		bot_query_text(&query, value);
	return bot_query_write(&query);
}

/* Runs and ends a query that returns one text, which the caller frees. */
static enum bot_error take_text(struct bot_query *query, char **taken)
{
	bot_query_one(query);
	char *copy = bot_query_copy_text(query);
	enum bot_error error = bot_query_end(query);
	if (error)
		free(copy);
	else
		*taken = copy;
	return error;
}

enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_VALUE_GET);
	bot_query_text(&query, key);
	return take_text(&query, value);
}

enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_VALUE_KEY);
	bot_query_text(&query, after);
	bot_query_text(&query, before);
	return take_text(&query, key);
}
