#include "bot/store/settings.h"

#include "bot/base/memory.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"

#include <string.h>

static const char *const scopes[] = {[BOT_OF_ROOM] = "room", [BOT_OF_USER] = "user"};

enum bot_error bot_store_set_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, const char *value)
{
	if (value && strlen(value) >= BOT_SETTING_SIZE)
		return BOT_INVALID;
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_SETTING_GET, id, key, scope});
	if (!value)
		return bot_query_write(
			BOT_QUERY(store, BOT_SQL_SETTING_UNSET, scopes[scope], bot_id(id), key));
	return bot_query_write(
		BOT_QUERY(store, BOT_SQL_SETTING_SET, scopes[scope], bot_id(id), key, value));
}

static void get_value(struct bot_query *query, void *value)
{
	bot_query_get_string(query, value, BOT_SETTING_SIZE);
}

enum bot_error bot_store_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, char value[BOT_SETTING_SIZE])
{
	const struct bot_kept_query kept = {BOT_SQL_SETTING_GET, id, key, scope};
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, value, BOT_SETTING_SIZE))
		return error;
	error = bot_query_get(BOT_QUERY(store, BOT_SQL_SETTING_GET, scopes[scope], id, key),
		get_value, value, BOT_SETTING_SIZE);
	bot_kept_add(store, &kept, error, value, BOT_SETTING_SIZE);
	return error;
}

enum bot_error bot_store_lobby_count(struct bot_store *store, bool played, size_t *count)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_SETTING_LOBBY_COUNT, played), count);
}

enum bot_error bot_store_lobby_list(struct bot_store *store, bool played, size_t skipped,
	char (*rooms)[BOT_ID_SIZE], size_t size, size_t *count)
{
	return bot_query_list(
		BOT_QUERY(store, BOT_SQL_SETTING_LOBBY, played, (int64_t)skipped, bot_limit(size)),
		bot_row_id, rooms, sizeof(*rooms), count);
}

enum bot_error bot_store_room_left(struct bot_store *store, const char *room, int64_t when)
{
	char digits[BOT_DIGITS + 1];
	bot_kept_drop_all(store);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_ROOM_LEFT);
	bot_query_digits(query, when, digits);
	bot_query_id(query, room);
	return bot_query_write(query);
}

enum bot_error bot_store_room_entered(struct bot_store *store, const char *room)
{
	bot_kept_drop_all(store);
	return bot_query_change_text(store, BOT_SQL_ROOM_ENTERED, room);
}

enum bot_error bot_store_set(struct bot_store *store, const char *key, const char *value)
{
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_VALUE_GET, key, NULL, 0});
	if (!value)
		return bot_query_write(BOT_QUERY(store, BOT_SQL_VALUE_UNSET, key));
	return bot_query_write(BOT_QUERY(store, BOT_SQL_VALUE_SET, key, value));
}

/* Runs and ends a query that returns one text, which the caller frees. */
static enum bot_error take_text(struct bot_query *query, char **taken)
{
	bot_query_one(query);
	char *copy = bot_query_copy_text(query);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*taken = copy;
	return error;
}

enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value)
{
	const struct bot_kept_query kept = {BOT_SQL_VALUE_GET, key, NULL, 0};
	char found[BOT_KEPT_SIZE], *text = NULL;
	enum bot_error error;
	if (bot_kept_find(store, &kept, &error, found, sizeof(found))) {
		if (!error)
			*value = bot_strdup(found);
		return error;
	}
	error = take_text(BOT_QUERY(store, BOT_SQL_VALUE_GET, key), &text);
	bot_kept_add(store, &kept, error, text, text ? strlen(text) + 1 : 0);
	if (!error)
		*value = text;
	return error;
}

enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key)
{
	return take_text(BOT_QUERY(store, BOT_SQL_VALUE_KEY, after, before), key);
}
