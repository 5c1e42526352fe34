#include "bot/store/moderators.h"

#include "bot/store/sql/query.h"

enum bot_error bot_store_moderator_add(struct bot_store *store, int64_t match, const char *user)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_MODERATOR_ADD);
	bot_query_int(&query, match);
	bot_query_id(&query, user);
	return bot_query_write(&query);
}

enum bot_error bot_store_moderated(
	struct bot_store *store, int64_t match, const char *user, bool *moderated)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_MODERATED);
	bot_query_int(&query, match);
	bot_query_text(&query, user);
	return bot_query_bool(&query, moderated);
}

enum bot_error bot_store_moderators_clear(struct bot_store *store, int64_t match)
{
	return bot_query_change(store, BOT_SQL_MODERATORS_CLEAR, match);
}
