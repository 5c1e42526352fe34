#include "bot/store/entrants.h"

#include "bot/store/sql/rows.h"

static const char *const bot_entrant_state_names[] = {
	[BOT_ENTRANT_SIGNED_UP] = "signed up",
	[BOT_ENTRANT_PRESENT] = "present",
	[BOT_ENTRANT_ABSENT] = "absent",
	[BOT_ENTRANT_WITHDRAWN] = "withdrawn",
	[BOT_ENTRANT_EXCLUDED] = "excluded",
};

static const char *const bot_bout_state_names[] = {
	[BOT_BOUT_WAITS] = "waits",
	[BOT_BOUT_FENCED] = "fenced",
	[BOT_BOUT_ENDED] = "ended",
};

static const char *const bot_bout_winner_names[] = {"one", "other", [BOT_BOUT_NOBODY] = "nobody"};

BOT_ROW_FUNCTIONS(entrant, ENTRANTS)

enum bot_error bot_entrant_save(
	struct bot_store *store, int64_t competition, const struct bot_entrant *entrant)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_ENTRANT_SAVE, competition);

	bind_entrant(query, entrant);
	return bot_query_write(query);
}

BOT_ROW_FUNCTIONS(bout, BOUTS)

enum bot_error bot_bout_save(
	struct bot_store *store, int64_t competition, const struct bot_bout *bout)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_BOUT_SAVE, competition);

	bind_bout(query, bout);
	return bot_query_write(query);
}

enum bot_error bot_entrant_remove(struct bot_store *store, int64_t competition, const char *user)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_ENTRANT_REMOVE, competition, user));
}

enum bot_error bot_entrants_clear(struct bot_store *store, int64_t competition)
{
	return bot_query_change(store, BOT_SQL_ENTRANTS_CLEAR, competition);
}

enum bot_error bot_entrant_list(struct bot_store *store, int64_t competition,
	struct bot_entrant *entrants, size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_ENTRANT_LIST, competition, bot_limit(size)),
		get_entrant, entrants, sizeof(*entrants), count);
}

enum bot_error bot_bout_list(struct bot_store *store, int64_t competition, struct bot_bout *bouts,
	size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_BOUT_LIST, competition, bot_limit(size)),
		get_bout, bouts, sizeof(*bouts), count);
}
