/* An adapter's own values, the events handled, and the names of users. */
#include "bot/store/query.h"

#include <stdlib.h>
#include <string.h>

/*
 * One answer to /sync is handled and its token stored in one transaction, so an event comes twice
 * only when a server goes back behind a token, or when a gap is filled from both its ends. 65,536
 * events are hours of a busy server, and about nine megabytes.
 */
#define HANDLED_KEPT 65536

enum bot_error bot_store_set(struct bot_store *store, const char *key, const char *value)
{
	struct bot_query query;
	bot_query_begin(&query, store, value ? BOT_SQL_VALUE_SET : BOT_SQL_VALUE_UNSET);
	bot_query_text(&query, key);
	if (value)
		bot_query_text(&query, value);
	return bot_query_write(&query);
}

enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_VALUE_GET);
	bot_query_text(&query, key);
	bot_query_one(&query);
	const char *text = bot_query_get_text(&query);
	char *copy = text ? strdup(text) : NULL;
	enum bot_error error = bot_query_end(&query);
	if (!error && !copy)
		error = BOT_NO_MEMORY;
	if (error) {
		free(copy);
		return error;
	}
	*value = copy;
	return BOT_OK;
}

enum bot_error bot_store_handled(struct bot_store *store, const char *event, bool *again)
{
	struct bot_query query;
	int64_t number;
	bot_query_begin(&query, store, BOT_SQL_HANDLED_ADD);
	bot_query_id(&query, event);
	enum bot_error error = bot_query_add(&query, &number);
	if (error == BOT_NOT_FOUND) {
		*again = true;
		return BOT_OK;
	}
	if (error)
		return error;
	bot_query_begin(&query, store, BOT_SQL_HANDLED_PRUNE);
	bot_query_int(&query, number - HANDLED_KEPT);
	error = bot_query_write(&query);
	if (!error)
		*again = false;
	return error;
}

enum bot_error bot_store_name(struct bot_store *store, const char *user, char name[BOT_NAME_SIZE])
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_NAME_GET);
	bot_query_text(&query, user);
	const char *text = bot_query_row(&query) ? bot_query_get_text(&query) : user;
	if (!query.error) {
		size_t length = bot_utf8_cut(text, strlen(text), BOT_NAME_SIZE - 1);
		memcpy(name, text, length);
		name[length] = '\0';
	}
	return bot_query_end(&query);
}

enum bot_error bot_store_set_name(struct bot_store *store, const char *user, const char *name)
{
	struct bot_query query;
	bot_query_begin(&query, store, name ? BOT_SQL_NAME_SET : BOT_SQL_NAME_UNSET);
	bot_query_id(&query, user);
	if (name)
		bot_query_bytes(&query, name, bot_utf8_cut(name, strlen(name), BOT_NAME_SIZE - 1));
	return bot_query_write(&query);
}
