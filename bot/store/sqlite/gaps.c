#include "bot/store/gaps.h"

#include "bot/store/sqlite/query.h"

#include <stdlib.h>

static const char *const places[] = {
	[BOT_GAP_BEFORE] = "before",
	[BOT_GAP_INSIDE] = "inside",
	[BOT_GAP_OUTSIDE] = "outside",
};
#define PLACES ((int)(sizeof places / sizeof *places))

enum bot_error bot_gap_save(struct bot_store *store, const struct bot_gap *gap)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_GAP_SET);
	bot_query_id(&query, gap->room);
	bot_query_text(&query, gap->from);
	bot_query_text(&query, gap->to);
	bot_query_text(&query, places[gap->place]);
	bot_query_int(&query, gap->joined);
	bot_query_int(&query, gap->pages);
	return bot_query_write(&query);
}

enum bot_error bot_gap_get(struct bot_store *store, const char *room, struct bot_gap *gap)
{
	struct bot_gap found = {0};
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_GAP_GET);
	bot_query_text(&query, room);
	bot_query_one(&query);
	bot_query_get_id(&query, found.room);
	found.from = bot_query_copy_text(&query);
	found.to = bot_query_copy_text(&query);
	found.place = (enum bot_gap_place)bot_query_get_name(&query, places, PLACES);
	found.joined = bot_query_get_bool(&query);
	found.pages = bot_query_get_int(&query, 0, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (error) {
		bot_gap_finish(&found);
		return error;
	}
	*gap = found;
	return BOT_OK;
}

void bot_gap_finish(struct bot_gap *gap)
{
	free(gap->from);
	free(gap->to);
}

enum bot_error bot_gap_remove(struct bot_store *store, const char *room)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_GAP_UNSET);
	bot_query_text(&query, room);
	return bot_query_write(&query);
}

enum bot_error bot_gap_remove_all(struct bot_store *store)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_GAPS_UNSET);
	return bot_query_write(&query);
}

enum bot_error bot_gap_rooms(
	struct bot_store *store, bool (*take)(void *self, const char *room), void *self)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_GAP_ROOMS);
	while (bot_query_row(&query)) {
		char room[BOT_ID_SIZE];

		bot_query_get_id(&query, room);
		if (!query.error && !take(self, room))
			query.error = BOT_NO_MEMORY;
	}
	return bot_query_end(&query);
}
