#include "bot/store/settings.h"

#include "bot/store/sqlite/query.h"

#include <string.h>

static const char *const scopes[] = {[BOT_OF_ROOM] = "room", [BOT_OF_USER] = "user"};

enum bot_error bot_store_set_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, const char *value)
{
	struct bot_query query;

	if (value && strlen(value) >= BOT_SETTING_SIZE)
		return BOT_INVALID;
	bot_query_begin(&query, store, value ? BOT_SQL_SETTING_SET : BOT_SQL_SETTING_UNSET);
	bot_query_text(&query, scopes[scope]);
	bot_query_id(&query, id);
	bot_query_text(&query, key);
	if (value)
		bot_query_text(&query, value);
	return bot_query_write(&query);
}

enum bot_error bot_store_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, char value[BOT_SETTING_SIZE])
{
	struct bot_query query;
	char found[BOT_SETTING_SIZE] = "";

	bot_query_begin(&query, store, BOT_SQL_SETTING_GET);
	bot_query_text(&query, scopes[scope]);
	bot_query_text(&query, id);
	bot_query_text(&query, key);
	bot_query_one(&query);
	const char *text = bot_query_get_text(&query);
	size_t size = text ? strlen(text) + 1 : 0;
	if (size > 0 && size <= sizeof(found))
		memcpy(found, text, size);
	enum bot_error error = bot_query_end(&query);
	if (!error && size > sizeof(found))
		error = BOT_STORE_CORRUPT;
	if (!error)
		memcpy(value, found, sizeof(found));
	return error;
}

enum bot_error bot_store_room_left(struct bot_store *store, const char *room, int64_t when)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROOM_LEFT);
	bot_query_int(&query, when);
	bot_query_id(&query, room);
	return bot_query_write(&query);
}

enum bot_error bot_store_room_entered(struct bot_store *store, const char *room)
{
	return bot_query_change_text(store, BOT_SQL_ROOM_ENTERED, room);
}

enum bot_error bot_store_set(struct bot_store *store, const char *key, const char *value)
{
	struct bot_query query;
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
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_VALUE_GET);
	bot_query_text(&query, key);
	return take_text(&query, value);
}

enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_VALUE_KEY);
	bot_query_text(&query, after);
	bot_query_text(&query, before);
	return take_text(&query, key);
}
