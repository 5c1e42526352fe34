#include "bot/store/days_off.h"

#include "bot/store/sql/rows.h"

BOT_ROW_FUNCTIONS(days_off, DAYS_OFF)

enum bot_error bot_days_off_save(
	struct bot_store *store, const char *user, const struct bot_days_off *off)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_DAYS_OFF_SAVE, bot_id(user));

	store->nobody_away = false;
	bind_days_off(query, off);
	return bot_query_write(query);
}

enum bot_error bot_days_off_get(struct bot_store *store, const char *user, struct bot_days_off *off)
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_DAYS_OFF_GET, user), get_days_off, off, sizeof(*off));
}

enum bot_error bot_days_off_next(struct bot_store *store, int64_t since, char user[BOT_ID_SIZE])
{
	return bot_query_get(BOT_QUERY(store, BOT_SQL_DAYS_OFF_NEXT, user, since), bot_row_id, user,
		BOT_ID_SIZE);
}

/* Finds out whether anybody is away. */
static enum bot_error exist(struct bot_store *store, int64_t now, bool *any)
{
	*any = false;
	if (store->nobody_away)
		return BOT_OK;
	enum bot_error error = bot_query_bool(BOT_QUERY(store, BOT_SQL_DAYS_OFF_EXIST, now), any);
	store->nobody_away = !error && !*any;
	return error;
}

enum bot_error bot_days_off_rest(
	struct bot_store *store, const char *user, int64_t now, int64_t *rest)
{
	struct bot_days_off off;
	bool any;

	*rest = 0;
	enum bot_error error = exist(store, now, &any);
	if (error || !any)
		return error;
	error = bot_days_off_get(store, user, &off);
	if (!error && off.until > now)
		*rest = off.until - now;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_days_off_of_season(struct bot_store *store, const char *user, int *days)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_DAYS_OFF_OF_SEASON, user);
	bot_query_one(query);
	int found = (int)bot_query_get_int(query, -1, UINT8_MAX);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*days = found;
	return error;
}

enum bot_error bot_days_off_count(struct bot_store *store, const char *user, int days)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_DAYS_OFF_COUNT, user, days));
}
