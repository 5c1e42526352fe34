#include "bot/store/bans.h"

#include "bot/store/sql/query.h"

#include <string.h>

enum bot_error bot_store_ban(struct bot_store *store, const char *banned)
{
	struct bot_query query;

	store->no_bans = false;
	bot_query_begin(&query, store, BOT_SQL_BAN_ADD);
	bot_query_id(&query, banned);
	return bot_query_write(&query);
}

enum bot_error bot_store_unban(struct bot_store *store, const char *banned, bool *removed)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_BAN_REMOVE);
	bot_query_id(&query, banned);
	return bot_query_write_any(&query, removed);
}

enum bot_error bot_store_has_ban(struct bot_store *store, const char *banned, bool *has)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_BAN_GET);
	bot_query_text(&query, banned);
	return bot_query_bool(&query, has);
}

enum bot_error bot_store_has_any_ban(struct bot_store *store, bool *has)
{
	char first[BOT_ID_SIZE];

	*has = false;
	if (store->no_bans)
		return BOT_OK;
	enum bot_error error = bot_store_next_ban(store, "", first);
	*has = !error;
	store->no_bans = error == BOT_NOT_FOUND;
	return store->no_bans ? BOT_OK : error;
}

enum bot_error bot_store_ban_count(struct bot_store *store, size_t *count)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_BAN_COUNT);
	return bot_query_count(&query, count);
}

enum bot_error bot_store_next_ban(
	struct bot_store *store, const char *after, char banned[BOT_ID_SIZE])
{
	struct bot_query query;
	char found[BOT_ID_SIZE];

	bot_query_begin(&query, store, BOT_SQL_BAN_NEXT);
	bot_query_text(&query, after);
	bot_query_one(&query);
	bot_query_get_id(&query, found);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		memcpy(banned, found, sizeof(found));
	return error;
}
