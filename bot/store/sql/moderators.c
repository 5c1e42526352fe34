#include "bot/store/moderators.h"

#include "bot/store/sql/query.h"

enum bot_error bot_store_moderator_add(struct bot_store *store, int64_t match, const char *user)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_MODERATOR_ADD, match, bot_id(user)));
}

enum bot_error bot_store_moderated(
	struct bot_store *store, int64_t match, const char *user, bool *moderated)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_MODERATED, match, user), moderated);
}

enum bot_error bot_store_moderators_clear(struct bot_store *store, int64_t match)
{
	return bot_query_change(store, BOT_SQL_MODERATORS_CLEAR, match);
}
