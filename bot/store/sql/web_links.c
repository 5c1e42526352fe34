#include "bot/store/web_links.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/rows.h"

static const char *const bot_web_link_kind_names[] = {
	[BOT_WEB_LINK_TABLE] = "table",
	[BOT_WEB_LINK_BOARD] = "board",
	[BOT_WEB_LINK_REPLAY] = "replay",
};

static bool has_its_owner(const struct bot_web_link *link)
{
	return (link->kind == BOT_WEB_LINK_TABLE) == (link->user[0] != '\0') &&
	       (link->kind == BOT_WEB_LINK_BOARD) == (link->room[0] != '\0') &&
	       (link->kind == BOT_WEB_LINK_REPLAY) == (link->match != 0);
}

BOT_ROW_FUNCTIONS(web_link, LINKS)

static void get(struct bot_query *query, void *to)
{
	struct bot_web_link *row = to;

	get_web_link(query, row);
	if (!query->error && !has_its_owner(row))
		query->error = BOT_STORE_CORRUPT;
}

void bot_store_web_link_add(struct bot_store *store, const struct bot_web_link *link)
{
	if (!has_its_owner(link))
		bot_fail(BOT_INVALID);
	if (link->user[0])
		bot_query_change_text(store, BOT_SQL_LINK_END, link->user);
	bot_query_write(bind_web_link(BOT_QUERY(store, BOT_SQL_LINK_ADD), link));
}

bool bot_store_web_link_get(
	struct bot_store *store, const uint8_t hash[BOT_WEB_LINK_HASH], struct bot_web_link *link)
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_LINK_GET, bot_blob(hash, BOT_WEB_LINK_HASH)), get, link);
}

bool bot_store_web_link_of_user(
	struct bot_store *store, const char *user, struct bot_web_link *link)
{
	return bot_query_get(BOT_QUERY(store, BOT_SQL_LINK_OF_USER, user), get, link);
}

void bot_store_web_link_used(
	struct bot_store *store, const uint8_t hash[BOT_WEB_LINK_HASH], int64_t when)
{
	bot_query_write(
		BOT_QUERY(store, BOT_SQL_LINK_USED, bot_blob(hash, BOT_WEB_LINK_HASH), when));
}

bool bot_store_web_link_end(struct bot_store *store, const char *user)
{
	return bot_query_write_one(BOT_QUERY(store, BOT_SQL_LINK_END, user));
}

void bot_store_web_links_end_board(struct bot_store *store, const char *room, size_t kept)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_LINKS_END_BOARD, room, bot_limit(kept)));
}

void bot_store_web_links_end_tables_and_boards(struct bot_store *store)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_LINKS_END_TABLES_AND_BOARDS));
}

void bot_store_web_links_end_replay(struct bot_store *store, int64_t match, size_t kept)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_LINKS_END_REPLAY, match, bot_limit(kept)));
}
