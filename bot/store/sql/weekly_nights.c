#include "bot/store/weekly_nights.h"

#include "bot/store/sql/rows.h"

#include <string.h>

BOT_ROW_FUNCTIONS(weekly_night, WEEKLY_NIGHTS)

static void get(struct bot_query *query, void *to)
{
	struct bot_weekly_night *row = to;

	*row = (struct bot_weekly_night){.rules.first = EG_NOBODY};
	get_weekly_night(query, row);
}

enum bot_error bot_weekly_night_save(struct bot_store *store, const struct bot_weekly_night *weekly)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_WEEKLY_SAVE);

	store->no_weekly_nights = false;
	bind_weekly_night(query, weekly);
	return bot_query_write(query);
}

enum bot_error bot_weekly_night_get(
	struct bot_store *store, const char *room, struct bot_weekly_night *weekly)
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_WEEKLY_GET, room), get, weekly, sizeof(*weekly));
}

enum bot_error bot_weekly_night_delete(struct bot_store *store, const char *room)
{
	return bot_query_change_text(store, BOT_SQL_WEEKLY_DELETE, room);
}

enum bot_error bot_weekly_night_next(struct bot_store *store, char room[BOT_ID_SIZE], int64_t *due)
{
	char next[BOT_ID_SIZE];

	if (store->no_weekly_nights)
		return BOT_NOT_FOUND;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_WEEKLY_NEXT);
	bot_query_one(query);
	bot_query_get_id(query, next);
	int64_t when = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	enum bot_error error = bot_query_end(query);
	store->no_weekly_nights = error == BOT_NOT_FOUND;
	if (error)
		return error;
	memcpy(room, next, sizeof(next));
	*due = when;
	return BOT_OK;
}
