#include "bot/store/honours.h"

#include "bot/store/sql/rows.h"

BOT_ROW_FUNCTIONS(honour, HONOURS)

enum bot_error bot_honour_add(
	struct bot_store *store, const char *room, const struct bot_honour *honour)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_HONOUR_ADD, room);

	bind_honour(query, honour);
	enum bot_error error = bot_query_write(query);
	if (error)
		return error;
	return bot_query_write(BOT_QUERY(store, BOT_SQL_HONOURS_TRIM, room, BOT_HONOURS_KEPT));
}

enum bot_error bot_honour_list(struct bot_store *store, const char *room,
	struct bot_honour *honours, size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_HONOUR_LIST, room, bot_limit(size)),
		get_honour, honours, sizeof(*honours), count);
}
