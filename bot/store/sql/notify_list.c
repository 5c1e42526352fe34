#include "bot/store/notify_list.h"

#include "bot/store/sql/rows.h"

BOT_ROW_GETTER(notify_limits, NOTIFY_LIST)

void bot_notify_list_add(struct bot_store *store, const char *room, const char *user,
	const struct bot_notify_limits *limits)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_NOTIFY_ADD, room, bot_id(user), limits->from,
		limits->to, limits->lowest, limits->highest));
}

void bot_notify_list_remove(struct bot_store *store, const char *room, const char *user)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_NOTIFY_REMOVE, room, bot_id(user)));
}

void bot_notify_list_remove_user(struct bot_store *store, const char *user)
{
	bot_query_change_text(store, BOT_SQL_NOTIFY_REMOVE_USER, user);
}

static void get_person(struct bot_query *query, void *to)
{
	struct bot_notify_person *person = to;

	bot_query_get_id(query, person->user);
	get_notify_limits(query, &person->limits);
}

bool bot_notify_list_get(struct bot_store *store, const char *room, const char *user,
	struct bot_notify_limits *limits)
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_NOTIFY_GET, room, user), get_notify_limits, limits);
}

size_t bot_notify_list_count(struct bot_store *store, const char *user)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_NOTIFY_COUNT, user));
}

bool bot_notify_list_has(struct bot_store *store, const char *room)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_NOTIFY_HAS, room));
}

size_t bot_notify_list_of_room(struct bot_store *store, const struct bot_notify_filter *filter,
	struct bot_notify_person *people, size_t size)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_NOTIFY_OF_ROOM, filter->room, filter->rated,
				      filter->since, (int64_t)filter->skipped, bot_limit(size)),
		get_person, people, sizeof(*people));
}

bool bot_notify_list_of_all_rooms(
	struct bot_store *store, const char *user, int64_t since, struct bot_notify_person *person)
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_NOTIFY_OF_ALL_ROOMS, user, since), get_person, person);
}

void bot_notify_list_told(struct bot_store *store, const char *user, int64_t when)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_NOTIFY_TOLD, user, when));
}

void bot_notify_list_get_activity(
	struct bot_store *store, const char *user, bool *busy, int64_t *played)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_NOTIFY_ACTIVITY, user);

	if (bot_query_one(query)) {
		*busy = bot_query_get_bool(query);
		*played = bot_query_get_int(query, 0, INT64_MAX);
	}
	bot_query_end(query);
}
