#include "bot/store/limits.h"

#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"

void bot_store_ban(struct bot_store *store, const char *banned)
{
	store->known.no_bans = false;
	bot_query_write(BOT_QUERY(store, BOT_SQL_BAN_ADD, bot_id(banned)));
}

bool bot_store_unban(struct bot_store *store, const char *banned)
{
	return bot_query_write_one(BOT_QUERY(store, BOT_SQL_BAN_REMOVE, bot_id(banned)));
}

bool bot_store_has_ban(struct bot_store *store, const char *banned)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_BAN_GET, banned));
}

bool bot_store_has_any_ban(struct bot_store *store)
{
	char first[BOT_ID_SIZE];

	store->known.no_bans = store->known.no_bans || !bot_store_next_ban(store, "", first);
	return !store->known.no_bans;
}

size_t bot_store_ban_count(struct bot_store *store)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_BAN_COUNT));
}

bool bot_store_next_ban(struct bot_store *store, const char *after, char banned[BOT_ID_SIZE])
{
	return bot_query_get(BOT_QUERY(store, BOT_SQL_BAN_NEXT, after), bot_row_id, banned);
}

static void change(struct bot_store *store, enum bot_sql sql, const char *user, const char *blocked)
{
	bot_query_write(BOT_QUERY(store, sql, bot_id(user), bot_id(blocked)));
}

void bot_store_block(struct bot_store *store, const char *user, const char *blocked)
{
	change(store, BOT_SQL_BLOCK_ADD, user, blocked);
}

void bot_store_unblock(struct bot_store *store, const char *user, const char *blocked)
{
	change(store, BOT_SQL_BLOCK_REMOVE, user, blocked);
}

bool bot_store_is_blocked(struct bot_store *store, const char *user, const char *other)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_BLOCK_GET, user, other));
}

size_t bot_store_blocks(
	struct bot_store *store, const char *user, char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE])
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_BLOCK_LIST, user, BOT_BLOCKS_MOST),
		bot_row_id, blocked, sizeof(*blocked));
}

static const char *const limited_names[] = {
	[BOT_LIMITED_SENDER] = "user",
	[BOT_LIMITED_ROOM] = "room",
	[BOT_LIMITED_ORIGIN] = "origin",
	[BOT_LIMITED_GROUP] = "all",
	[BOT_LIMITED_PART] = "part",
};

static const char *const allowances[] = {
	[BOT_ALLOW_RING] = "rings",
	[BOT_ALLOW_CHALLENGE] = "challenges",
	[BOT_ALLOW_PROPOSE] = "proposals",
	[BOT_ALLOW_FORGET] = "erasures",
	[BOT_ALLOW_STRANGERS] = "rings_by_strangers",
	[BOT_ALLOW_MUTED] = "muted_rooms",
	[BOT_ALLOW_VERIFY] = "refused_verifications",
	[BOT_ALLOW_LOBBY] = "lobby",
	[BOT_ALLOW_LOBBY_NEW] = "lobby_newcomers",
	[BOT_ALLOW_EARLY] = "early_rooms",
	[BOT_ALLOW_EARLY_END] = "early_endings",
	[BOT_ALLOW_CONTEST] = "nights",
	[BOT_ALLOW_TABLE] = "season_tables",
	[BOT_ALLOW_SHEET] = "night_sheets",
	[BOT_ALLOW_TEAMS] = "team_sheets",
	[BOT_ALLOW_MOVE] = "night_moves",
	[BOT_ALLOW_REOPEN] = "reopenings",
	[BOT_ALLOW_RECORDS] = "records",
	[BOT_ALLOW_CORRECT] = "corrections",
	[BOT_ALLOW_UNPROVEN_END] = "unproven_endings",
};

BOT_ROW_GETTER(rate_limit, QUOTAS)

struct bot_rate_limit bot_store_rate_limit(
	struct bot_store *store, enum bot_limited limited, const char *id)
{
	struct bot_rate_limit limit = {0};

	bot_query_get(BOT_QUERY(store, BOT_SQL_QUOTA_GET, limited_names[limited], id),
		get_rate_limit, &limit);
	return limit;
}

void bot_store_set_rate_limit(struct bot_store *store, enum bot_limited limited, const char *id,
	const struct bot_rate_limit *limit)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_QUOTA_SET, limited_names[limited], bot_id(id),
		limit->full_at, limit->told));
}

void bot_store_prune_rate_limits(struct bot_store *store, int64_t now)
{
	bot_query_change(store, BOT_SQL_QUOTA_PRUNE, now);
}

bool bot_store_allowance(struct bot_store *store, enum bot_allowance kind, const char *sender,
	const char *receiver, int64_t *full)
{
	return bot_query_number(
		BOT_QUERY(store, BOT_SQL_ALLOWANCE_GET, allowances[kind], sender, receiver),
		INT64_MIN, INT64_MAX, full);
}

void bot_store_set_allowance(struct bot_store *store, enum bot_allowance kind, const char *sender,
	const char *receiver, int64_t full)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_ALLOWANCE_SET, allowances[kind], bot_id(sender),
		bot_id(receiver), full));
}

void bot_store_unset_allowance(
	struct bot_store *store, enum bot_allowance kind, const char *sender, const char *receiver)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_ALLOWANCE_UNSET, allowances[kind], bot_id(sender),
		bot_id(receiver)));
}
