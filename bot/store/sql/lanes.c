#include "bot/store/lanes.h"

#include "bot/store/sql/query.h"

#include <assert.h>

static enum bot_error take_all(
	struct bot_store *store, void (*take)(void *self, bool private, const char *to), void *self)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_LANES);
	while (bot_query_row(query)) {
		int64_t row = bot_query_get_int(query, 1, INT64_MAX);
		bool private = bot_query_get_bool(query);
		char to[BOT_ID_SIZE];

		bot_query_get_id(query, to);
		if (query->error == BOT_STORE_CORRUPT)
			query->error = bot_damage_note(store, 0, row);
		if (!query->error)
			take(self, private, to);
	}
	return bot_query_end(query);
}

enum bot_error bot_lanes_changed(struct bot_store *store,
	void (*take)(void *self, bool private, const char *to), void *self, bool *all)
{
	struct bot_lanes *lanes = &store->lanes;
	enum bot_error error = BOT_OK;

	assert(!bot_store_is_in_transaction(store));
	*all = lanes->all;
	for (size_t i = 0; !lanes->all && i < lanes->count; i++)
		take(self, lanes->lane[i].private, lanes->lane[i].to);
	if (lanes->all)
		error = take_all(store, take, self);
	if (!error)
		lanes->all = false;
	lanes->count = 0;
	return error;
}
