#include "bot/store/blocks.h"

#include "bot/store/sql/query.h"

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
	size_t found = 0;

	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_BLOCK_LIST, user, bot_limit(BOT_BLOCKS_MOST));
	while (bot_query_row(query))
		bot_query_get_id(query, blocked[found++]);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}
