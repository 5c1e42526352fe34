#include "bot/store/names.h"

#include "bot/store/sqlite/query.h"

#include <string.h>

/* Returns how many bytes of a name fit into BOT_NAME_SIZE without cutting a UTF-8 character. */
static size_t fitting(const char *name)
{
	size_t size = strlen(name);

	if (size < BOT_NAME_SIZE)
		return size;
	size = BOT_NAME_SIZE - 1;
	while (size > 0 && ((unsigned char)name[size] & 0xc0) == 0x80)
		size--;
	return size;
}

static void copy_name(struct bot_query *query, char copy[BOT_NAME_SIZE])
{
	const char *text = bot_query_get_text(query);
	size_t length = text ? fitting(text) : 0;

	if (text)
		memcpy(copy, text, length);
	copy[length] = '\0';
}

enum bot_error bot_store_name(
	struct bot_store *store, const char *user, struct bot_known_name *known)
{
	struct bot_known_name found;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_NAME_GET);
	bot_query_text(&query, user);
	bot_query_one(&query);
	copy_name(&query, found.name);
	copy_name(&query, found.skeleton);
	found.shared = bot_query_get_bool(&query);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*known = found;
	return error;
}

static void add_name(struct bot_query *query, const char *name)
{
	bot_query_bytes(query, name, fitting(name));
}

enum bot_error bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_NAME_SET);
	bot_query_id(&query, user);
	add_name(&query, name);
	add_name(&query, skeleton);
	return bot_query_write(&query);
}
