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
	return bot_query_list(BOT_QUERY(store, BOT_SQL_BLOCK_LIST, user, BOT_BLOCKS_MOST),
		bot_row_id, blocked, sizeof(*blocked), count);
}
