#include "bot/store/outbox_counts.h"

#include "bot/store/sql/outbox_columns.h"
#include "bot/store/sql/sent_rows.h"

enum bot_error bot_outbox_size(struct bot_store *store, size_t *size)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_OUTBOX_SIZE), size);
}

enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_OUTBOX_LANE_SIZE, private, to), size);
}

enum bot_error bot_outbox_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	const char *via, const char *origin, size_t *count)
{
	return bot_query_count(
		BOT_QUERY(store, BOT_SQL_OUTBOX_WAITING, bot_outbox_kind_name(kind), via, origin),
		count);
}

enum bot_error bot_outbox_each_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	bool (*take)(void *self, const char *to, const char *via, const char *origin), void *self)
{
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_OUTBOX_EACH_WAITING, bot_outbox_kind_name(kind));

	while (bot_query_row(query)) {
		char to[BOT_ID_SIZE];

		bot_query_get_id(query, to);
		const char *via = bot_query_get_text(query);
		const char *origin = bot_query_get_text(query);
		if (query->error || !take(self, to, via, origin))
			break;
	}
	return bot_query_end(query);
}

enum bot_error bot_outbox_reaching(struct bot_store *store, const char *origin, size_t *count)
{
	bool of_origin = origin && *origin;
	size_t found = 0;

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_REACHING, origin);
	while (bot_query_row(query)) {
		int64_t row = bot_query_get_int(query, 1, INT64_MAX);

		found += of_origin || !bot_row_set_has(&store->delayed, row);
	}
	enum bot_error error = bot_query_end(query);
	if (!error || error == BOT_NOT_FOUND)
		*count = found;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made)
{
	return bot_query_number(BOT_QUERY(store, BOT_SQL_OUTBOX_OLDEST), 1, INT64_MAX, made);
}

enum bot_error bot_outbox_last(struct bot_store *store, int64_t *row)
{
	return bot_query_number(BOT_QUERY(store, BOT_SQL_OUTBOX_LAST), 0, INT64_MAX, row);
}

enum bot_error bot_outbox_has(struct bot_store *store, int64_t row, bool *waits)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_OUTBOX_HAS, row), waits);
}
