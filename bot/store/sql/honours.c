#include "bot/store/honours.h"

#include "bot/store/sql/query.h"

static const char *const kinds[] = {
	[BOT_KIND_NIGHT] = "night",
	[BOT_KIND_SEASON] = "season",
};

enum bot_error bot_honour_add(
	struct bot_store *store, const char *room, const struct bot_honour *honour)
{
	enum bot_error error = bot_query_write(BOT_QUERY(store, BOT_SQL_HONOUR_ADD, room,
		kinds[honour->kind], bot_id(honour->user), honour->fencers, honour->won));
	if (error)
		return error;
	return bot_query_write(BOT_QUERY(store, BOT_SQL_HONOURS_TRIM, room, BOT_HONOURS_KEPT));
}

enum bot_error bot_honour_list(struct bot_store *store, const char *room,
	struct bot_honour *honours, size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_HONOUR_LIST, room, bot_limit(size));
	while (bot_query_row(query)) {
		struct bot_honour *honour = &honours[found++];

		honour->kind = (enum bot_competition_kind)bot_query_get_name(
			query, kinds, sizeof(kinds) / sizeof(kinds[0]));
		bot_query_get_id(query, honour->user);
		honour->fencers = (uint8_t)bot_query_get_int(query, 0, UINT8_MAX);
		honour->won = bot_query_get_int(query, 0, INT64_MAX);
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}
