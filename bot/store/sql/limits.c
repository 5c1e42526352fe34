#include "bot/store/limits.h"

#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"

enum bot_error bot_store_ban(struct bot_store *store, const char *banned)
{
	store->known.no_bans = false;
	return bot_try_write(BOT_QUERY(store, BOT_SQL_BAN_ADD, bot_id(banned)));
}

enum bot_error bot_store_unban(struct bot_store *store, const char *banned)
{
	return bot_try_write_one(BOT_QUERY(store, BOT_SQL_BAN_REMOVE, bot_id(banned)));
}

enum bot_error bot_store_has_ban(struct bot_store *store, const char *banned)
{
	return bot_try_true(BOT_QUERY(store, BOT_SQL_BAN_GET, banned));
}

enum bot_error bot_store_has_any_ban(struct bot_store *store)
{
	char first[BOT_ID_SIZE];

	if (store->known.no_bans)
		return BOT_NOT_FOUND;
	enum bot_error error = bot_store_next_ban(store, "", first);
	store->known.no_bans = error == BOT_NOT_FOUND;
	return error;
}

enum bot_error bot_store_ban_count(struct bot_store *store, size_t *count)
{
	return bot_try_count(BOT_QUERY(store, BOT_SQL_BAN_COUNT), count);
}

enum bot_error bot_store_next_ban(
	struct bot_store *store, const char *after, char banned[BOT_ID_SIZE])
{
	return bot_try_get(BOT_QUERY(store, BOT_SQL_BAN_NEXT, after), bot_row_id, banned);
}

static enum bot_error change(
	struct bot_store *store, enum bot_sql sql, const char *user, const char *blocked)
{
	return bot_try_write(BOT_QUERY(store, sql, bot_id(user), bot_id(blocked)));
}

enum bot_error bot_store_block(struct bot_store *store, const char *user, const char *blocked)
{
	return change(store, BOT_SQL_BLOCK_ADD, user, blocked);
}

enum bot_error bot_store_unblock(struct bot_store *store, const char *user, const char *blocked)
{
	return change(store, BOT_SQL_BLOCK_REMOVE, user, blocked);
}

enum bot_error bot_store_is_blocked(struct bot_store *store, const char *user, const char *other)
{
	return bot_try_true(BOT_QUERY(store, BOT_SQL_BLOCK_GET, user, other));
}

enum bot_error bot_store_blocks(struct bot_store *store, const char *user,
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE], size_t *count)
{
	return bot_try_list(BOT_QUERY(store, BOT_SQL_BLOCK_LIST, user, BOT_BLOCKS_MOST), bot_row_id,
		blocked, sizeof(*blocked), count);
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

enum bot_error bot_store_rate_limit(struct bot_store *store, enum bot_limited limited,
	const char *id, struct bot_rate_limit *limit)
{
	enum bot_error error =
		bot_try_get(BOT_QUERY(store, BOT_SQL_QUOTA_GET, limited_names[limited], id),
			get_rate_limit, limit);

	if (error != BOT_NOT_FOUND)
		return error;
	*limit = (struct bot_rate_limit){0};
	return BOT_OK;
}

enum bot_error bot_store_set_rate_limit(struct bot_store *store, enum bot_limited limited,
	const char *id, const struct bot_rate_limit *limit)
{
	return bot_try_write(BOT_QUERY(store, BOT_SQL_QUOTA_SET, limited_names[limited], bot_id(id),
		limit->full_at, limit->told));
}

enum bot_error bot_store_prune_rate_limits(struct bot_store *store, int64_t now)
{
	return bot_try_change(store, BOT_SQL_QUOTA_PRUNE, now);
}

enum bot_error bot_store_allowance(struct bot_store *store, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t *full)
{
	return bot_try_number(
		BOT_QUERY(store, BOT_SQL_ALLOWANCE_GET, allowances[kind], sender, receiver),
		INT64_MIN, INT64_MAX, full);
}

enum bot_error bot_store_set_allowance(struct bot_store *store, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t full)
{
	return bot_try_write(BOT_QUERY(store, BOT_SQL_ALLOWANCE_SET, allowances[kind],
		bot_id(sender), bot_id(receiver), full));
}

enum bot_error bot_store_unset_allowance(
	struct bot_store *store, enum bot_allowance kind, const char *sender, const char *receiver)
{
	return bot_try_write(BOT_QUERY(store, BOT_SQL_ALLOWANCE_UNSET, allowances[kind],
		bot_id(sender), bot_id(receiver)));
}
