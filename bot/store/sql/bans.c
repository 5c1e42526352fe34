#include "bot/store/bans.h"

#include "bot/store/sql/query.h"

enum bot_error bot_store_ban(struct bot_store *store, const char *banned)
{
	store->no_bans = false;
	return bot_query_write(BOT_QUERY(store, BOT_SQL_BAN_ADD, bot_id(banned)));
}

enum bot_error bot_store_unban(struct bot_store *store, const char *banned, bool *removed)
{
	return bot_query_write_any(BOT_QUERY(store, BOT_SQL_BAN_REMOVE, bot_id(banned)), removed);
}

enum bot_error bot_store_has_ban(struct bot_store *store, const char *banned, bool *has)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_BAN_GET, banned), has);
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
	return bot_query_count(BOT_QUERY(store, BOT_SQL_BAN_COUNT), count);
}

enum bot_error bot_store_next_ban(
	struct bot_store *store, const char *after, char banned[BOT_ID_SIZE])
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_BAN_NEXT, after), bot_row_id, banned, BOT_ID_SIZE);
}

static enum bot_error change(
	struct bot_store *store, enum bot_sql sql, const char *user, const char *blocked)
{
	return bot_query_write(BOT_QUERY(store, sql, bot_id(user), bot_id(blocked)));
}

enum bot_error bot_store_block(struct bot_store *store, const char *user, const char *blocked)
{
	return change(store, BOT_SQL_BLOCK_ADD, user, blocked);
}

enum bot_error bot_store_unblock(struct bot_store *store, const char *user, const char *blocked)
{
	return change(store, BOT_SQL_BLOCK_REMOVE, user, blocked);
}

enum bot_error bot_store_is_blocked(
	struct bot_store *store, const char *user, const char *other, bool *blocked)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_BLOCK_GET, user, other), blocked);
}

enum bot_error bot_store_blocks(struct bot_store *store, const char *user,
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE], size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_BLOCK_LIST, user, BOT_BLOCKS_MOST),
		bot_row_id, blocked, sizeof(*blocked), count);
}
