#include "bot/store/honours.h"

#include "bot/store/sql/query.h"

static const char *const kinds[] = {
	[BOT_KIND_NIGHT] = "night",
	[BOT_KIND_SEASON] = "season",
};

enum bot_error bot_honour_add(
	struct bot_store *store, const char *room, const struct bot_honour *honour)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_HONOUR_ADD);
	bot_query_text(&query, room);
	bot_query_text(&query, kinds[honour->kind]);
	bot_query_id(&query, honour->user);
	bot_query_int(&query, honour->fencers);
	bot_query_int(&query, honour->won);
	enum bot_error error = bot_query_write(&query);
	if (error)
		return error;
	bot_query_begin(&query, store, BOT_SQL_HONOURS_TRIM);
	bot_query_text(&query, room);
	bot_query_int(&query, BOT_HONOURS_KEPT);
	return bot_query_write(&query);
}

enum bot_error bot_honour_list(struct bot_store *store, const char *room,
	struct bot_honour *honours, size_t size, size_t *count)
{
	struct bot_query query;
	size_t found = 0;

	bot_query_begin(&query, store, BOT_SQL_HONOUR_LIST);
	bot_query_text(&query, room);
	bot_query_limit(&query, size);
	while (bot_query_row(&query)) {
		struct bot_honour *honour = &honours[found++];

		honour->kind = (enum bot_competition_kind)bot_query_get_name(
			&query, kinds, sizeof(kinds) / sizeof(kinds[0]));
		bot_query_get_id(&query, honour->user);
		honour->fencers = (uint8_t)bot_query_get_int(&query, 0, UINT8_MAX);
		honour->won = bot_query_get_int(&query, 0, INT64_MAX);
	}
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*count = found;
	return error;
}
