#include "bot/store/weekly_nights.h"

#include "bot/store/sql/query.h"

#include <string.h>

#define MINUTES_OF_DAY (24 * 60)

enum bot_error bot_weekly_night_save(struct bot_store *store, const struct bot_weekly_night *weekly)
{
	struct bot_query query;

	store->no_weekly_nights = false;
	bot_query_begin(&query, store, BOT_SQL_WEEKLY_SAVE);
	bot_query_id(&query, weekly->room);
	bot_query_opt_id(&query, weekly->organiser);
	bot_query_id(&query, weekly->event);
	bot_query_int(&query, weekly->weekday);
	bot_query_int(&query, weekly->minute);
	bot_query_text(&query, eg_rules_name(&weekly->rules.round));
	bot_query_int(&query, weekly->rules.touches);
	bot_query_int(&query, weekly->clock);
	bot_query_int(&query, weekly->third_place);
	bot_query_int(&query, weekly->starts);
	bot_query_int(&query, weekly->due);
	bot_query_int(&query, weekly->competition);
	bot_query_int(&query, weekly->open);
	bot_query_int(&query, weekly->missed);
	return bot_query_write(&query);
}

static void get_rules(struct bot_query *query, struct eg_match_rules *rules)
{
	const char *name = bot_query_get_text(query);

	if (!query->error && (!name || eg_rules_parse(name, strlen(name), &rules->round)))
		query->error = BOT_STORE_CORRUPT;
	rules->touches = (uint8_t)bot_query_get_int(query, 1, EG_TOUCHES_MAX);
	rules->first = EG_NOBODY;
}

enum bot_error bot_weekly_night_get(
	struct bot_store *store, const char *room, struct bot_weekly_night *weekly)
{
	struct bot_weekly_night found = {0};

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_WEEKLY_GET, room);
	bot_query_one(query);
	bot_query_get_id(query, found.room);
	bot_query_get_opt_id(query, found.organiser);
	bot_query_get_id(query, found.event);
	found.weekday = (uint8_t)bot_query_get_int(query, 0, 6);
	found.minute = (uint16_t)bot_query_get_int(query, 0, MINUTES_OF_DAY - 1);
	get_rules(query, &found.rules);
	found.clock = bot_query_get_int(query, BOT_CLOCK_MIN, BOT_CLOCK_MAX);
	found.third_place = bot_query_get_int(query, 0, 1) == 1;
	found.starts = bot_query_get_int(query, 0, INT64_MAX);
	found.due = bot_query_get_int(query, 1, INT64_MAX);
	found.competition = bot_query_get_int(query, 0, INT64_MAX);
	found.open = bot_query_get_int(query, 0, 1) == 1;
	found.missed = (uint8_t)bot_query_get_int(query, 0, UINT8_MAX);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*weekly = found;
	return error;
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
