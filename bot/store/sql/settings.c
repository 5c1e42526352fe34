#include "bot/store/settings.h"

#include "bot/base/memory.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"

#include <string.h>

static const char *const scopes[] = {[BOT_OF_ROOM] = "room", [BOT_OF_USER] = "user"};

enum bot_error bot_store_set_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, const char *value)
{
	struct bot_query query;

	if (value && strlen(value) >= BOT_SETTING_SIZE)
		return BOT_INVALID;
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_SETTING_GET, id, key, scope});
	bot_query_begin(&query, store, value ? BOT_SQL_SETTING_SET : BOT_SQL_SETTING_UNSET);
	bot_query_text(&query, scopes[scope]);
	bot_query_id(&query, id);
	bot_query_text(&query, key);
	if (value)
		bot_query_text(&query, value);
	return bot_query_write(&query);
}

static enum bot_error find_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, char value[BOT_SETTING_SIZE])
{
	char found[BOT_SETTING_SIZE] = "";

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_SETTING_GET, scopes[scope], id, key);
	bot_query_one(query);
	const char *text = bot_query_get_text(query);
	size_t size = text ? strlen(text) + 1 : 0;
	if (size > 0 && size <= sizeof(found))
		memcpy(found, text, size);
	enum bot_error error = bot_query_end(query);
	if (!error && size > sizeof(found))
		error = BOT_STORE_CORRUPT;
	if (!error)
		memcpy(value, found, sizeof(found));
	return error;
}

enum bot_error bot_store_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, char value[BOT_SETTING_SIZE])
{
	const struct bot_kept_query kept = {BOT_SQL_SETTING_GET, id, key, scope};
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, value, BOT_SETTING_SIZE))
		return error;
	error = find_setting(store, scope, id, key, value);
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
	size_t found = 0;

	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_SETTING_LOBBY, played, (int64_t)skipped, bot_limit(size));
	while (bot_query_row(query))
		bot_query_get_id(query, rooms[found++]);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_store_room_left(struct bot_store *store, const char *room, int64_t when)
{
	struct bot_query query;
	char digits[BOT_DIGITS + 1];
	bot_kept_drop_all(store);
	bot_query_begin(&query, store, BOT_SQL_ROOM_LEFT);
	bot_query_digits(&query, when, digits);
	bot_query_id(&query, room);
	return bot_query_write(&query);
}

enum bot_error bot_store_room_entered(struct bot_store *store, const char *room)
{
	bot_kept_drop_all(store);
	return bot_query_change_text(store, BOT_SQL_ROOM_ENTERED, room);
}

enum bot_error bot_store_set(struct bot_store *store, const char *key, const char *value)
{
	struct bot_query query;
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_VALUE_GET, key, NULL, 0});
	bot_query_begin(&query, store, value ? BOT_SQL_VALUE_SET : BOT_SQL_VALUE_UNSET);
	bot_query_text(&query, key);
	if (value)
		bot_query_text(&query, value);
	return bot_query_write(&query);
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
