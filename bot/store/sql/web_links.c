#include "bot/store/web_links.h"

#include "bot/store/sql/query.h"

#include <string.h>

static const char *const kinds[] = {
	[BOT_WEB_LINK_TABLE] = "table",
	[BOT_WEB_LINK_BOARD] = "board",
	[BOT_WEB_LINK_REPLAY] = "replay",
};
#define KINDS (int)(sizeof(kinds) / sizeof(kinds[0]))

static bool has_its_owner(const struct bot_web_link *link)
{
	return (link->kind == BOT_WEB_LINK_TABLE) == (link->user[0] != '\0') &&
	       (link->kind == BOT_WEB_LINK_BOARD) == (link->room[0] != '\0') &&
	       (link->kind == BOT_WEB_LINK_REPLAY) == (link->match != 0);
}

enum bot_error bot_store_web_link_add(struct bot_store *store, const struct bot_web_link *link)
{
	struct bot_query query;

	if (!has_its_owner(link))
		return BOT_INVALID;
	enum bot_error error =
		link->user[0] ? bot_query_change_text(store, BOT_SQL_LINK_END, link->user) : BOT_OK;
	if (error)
		return error;
	bot_query_begin(&query, store, BOT_SQL_LINK_ADD);
	bot_query_blob(&query, link->hash, sizeof(link->hash));
	bot_query_text(&query, kinds[link->kind]);
	bot_query_opt_id(&query, link->user);
	bot_query_opt_id(&query, link->room);
	bot_query_opt_int(&query, link->match);
	bot_query_int(&query, link->made);
	bot_query_int(&query, link->used);
	return bot_query_write(&query);
}

/* Gets the link of the query's only row, and ends the query. */
static enum bot_error get(struct bot_query *query, struct bot_web_link *link)
{
	struct bot_web_link found = {0};
	size_t size = 0;

	bot_query_one(query);
	const void *hash = bot_query_get_blob(query, &size);
	if (size == sizeof(found.hash))
		memcpy(found.hash, hash, size);
	found.kind = (enum bot_web_link_kind)bot_query_get_name(query, kinds, KINDS);
	bot_query_get_opt_id(query, found.user);
	bot_query_get_opt_id(query, found.room);
	found.match = bot_query_get_int(query, 0, INT64_MAX);
	found.made = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	found.used = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	enum bot_error error = bot_query_end(query);
	if (!error && (size != sizeof(found.hash) || !has_its_owner(&found)))
		error = BOT_STORE_CORRUPT;
	if (!error)
		*link = found;
	return error;
}

enum bot_error bot_store_web_link_get(
	struct bot_store *store, const uint8_t hash[BOT_WEB_LINK_HASH], struct bot_web_link *link)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_LINK_GET);
	bot_query_blob(&query, hash, BOT_WEB_LINK_HASH);
	return get(&query, link);
}

enum bot_error bot_store_web_link_of_user(
	struct bot_store *store, const char *user, struct bot_web_link *link)
{
	return get(BOT_QUERY(store, BOT_SQL_LINK_OF_USER, user), link);
}

enum bot_error bot_store_web_link_used(
	struct bot_store *store, const uint8_t hash[BOT_WEB_LINK_HASH], int64_t when)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_LINK_USED);
	bot_query_blob(&query, hash, BOT_WEB_LINK_HASH);
	bot_query_int(&query, when);
	return bot_query_write(&query);
}

enum bot_error bot_store_web_link_end(struct bot_store *store, const char *user, bool *ended)
{
	return bot_query_write_any(BOT_QUERY(store, BOT_SQL_LINK_END, user), ended);
}

enum bot_error bot_store_web_links_end_board(struct bot_store *store, const char *room, size_t kept)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_LINKS_END_BOARD, room, bot_limit(kept)));
}

enum bot_error bot_store_web_links_end_tables_and_boards(struct bot_store *store)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_LINKS_END_TABLES_AND_BOARDS));
}

enum bot_error bot_store_web_links_end_replay(struct bot_store *store, int64_t match, size_t kept)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_LINKS_END_REPLAY, match, bot_limit(kept)));
}
