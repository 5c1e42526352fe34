#include "bot/store/notify_list.h"

#include "bot/store/sql/query.h"

#define HOUR_LAST 23

static enum bot_error change(
	struct bot_store *store, enum bot_sql sql, const char *room, const char *user)
{
	struct bot_query query;

	bot_query_begin(&query, store, sql);
	bot_query_text(&query, room);
	bot_query_id(&query, user);
	return bot_query_write(&query);
}

enum bot_error bot_notify_list_add(struct bot_store *store, const char *room, const char *user,
	const struct bot_notify_hours *hours)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_ADD);
	bot_query_text(&query, room);
	bot_query_id(&query, user);
	bot_query_int(&query, hours->from);
	bot_query_int(&query, hours->to);
	return bot_query_write(&query);
}

enum bot_error bot_notify_list_remove(struct bot_store *store, const char *room, const char *user)
{
	return change(store, BOT_SQL_NOTIFY_REMOVE, room, user);
}

enum bot_error bot_notify_list_remove_user(struct bot_store *store, const char *user)
{
	return bot_query_change_text(store, BOT_SQL_NOTIFY_REMOVE_USER, user);
}

static struct bot_notify_hours get_hours(struct bot_query *query)
{
	struct bot_notify_hours hours;

	hours.from = (int)bot_query_get_int(query, 0, HOUR_LAST);
	hours.to = (int)bot_query_get_int(query, 0, HOUR_LAST);
	return hours;
}

enum bot_error bot_notify_list_get(
	struct bot_store *store, const char *room, const char *user, struct bot_notify_hours *hours)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_GET);
	bot_query_text(&query, room);
	bot_query_text(&query, user);
	bot_query_one(&query);
	struct bot_notify_hours found = get_hours(&query);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*hours = found;
	return error;
}

enum bot_error bot_notify_list_count(struct bot_store *store, const char *user, size_t *count)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_COUNT);
	bot_query_text(&query, user);
	return bot_query_count(&query, count);
}

enum bot_error bot_notify_list_has(struct bot_store *store, const char *room, bool *has)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_HAS);
	bot_query_text(&query, room);
	return bot_query_bool(&query, has);
}

enum bot_error bot_notify_list_of_room(struct bot_store *store,
	const struct bot_notify_filter *filter, struct bot_notify_person *people, size_t size,
	size_t *count)
{
	struct bot_query query;
	size_t found = 0;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_OF_ROOM);
	bot_query_text(&query, filter->room);
	bot_query_int(&query, filter->rated);
	bot_query_int(&query, filter->since);
	bot_query_int(&query, (int64_t)filter->skipped);
	bot_query_limit(&query, size);
	while (bot_query_row(&query)) {
		bot_query_get_id(&query, people[found].user);
		people[found++].hours = get_hours(&query);
	}
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_notify_list_of_all_rooms(
	struct bot_store *store, const char *user, int64_t since, struct bot_notify_person *person)
{
	struct bot_query query;
	struct bot_notify_person found;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_OF_ALL_ROOMS);
	bot_query_text(&query, user);
	bot_query_int(&query, since);
	bot_query_one(&query);
	bot_query_get_id(&query, found.user);
	found.hours = get_hours(&query);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*person = found;
	return error;
}

enum bot_error bot_notify_list_told(struct bot_store *store, const char *user, int64_t when)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_TOLD);
	bot_query_text(&query, user);
	bot_query_int(&query, when);
	return bot_query_write(&query);
}

enum bot_error bot_notify_list_get_activity(
	struct bot_store *store, const char *user, bool *busy, int64_t *played)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_NOTIFY_ACTIVITY);
	bot_query_text(&query, user);
	bot_query_one(&query);
	bool is_busy = bot_query_get_bool(&query);
	int64_t last = bot_query_get_int(&query, 0, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (!error) {
		*busy = is_busy;
		*played = last;
	}
	return error;
}
