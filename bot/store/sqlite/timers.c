#include "bot/store/timers.h"

#include "bot/store/sqlite/query.h"

static const char *const kinds[] = {
	[BOT_TIMER_CHALLENGE] = "challenge",
	[BOT_TIMER_HALF] = "half",
	[BOT_TIMER_LATE] = "late",
	[BOT_TIMER_FORFEIT] = "forfeit",
	[BOT_TIMER_NUDGE] = "nudge",
	[BOT_TIMER_IDLE_SOON] = "idle_soon",
	[BOT_TIMER_IDLE] = "idle",
};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

enum bot_error bot_store_timer_set(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_SET);
	bot_query_int(&query, match);
	bot_query_text(&query, kinds[timer]);
	bot_query_int(&query, due);
	return bot_query_write(&query);
}

enum bot_error bot_store_timer_clear(struct bot_store *store, int64_t match, enum bot_timer timer)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_CLEAR);
	bot_query_int(&query, match);
	bot_query_text(&query, kinds[timer]);
	return bot_query_write(&query);
}

enum bot_error bot_store_timers_clear(struct bot_store *store, int64_t match)
{
	return bot_query_change(store, BOT_SQL_TIMERS_CLEAR, match);
}

enum bot_error bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_GET);
	bot_query_int(&query, match);
	bot_query_text(&query, kinds[timer]);
	bot_query_one(&query);
	int64_t at = bot_query_get_int(&query, INT64_MIN, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*due = at;
	return error;
}

enum bot_error bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_NEXT);
	bot_query_one(&query);
	int64_t id = bot_query_get_int(&query, 1, INT64_MAX);
	enum bot_timer kind = (enum bot_timer)bot_query_get_name(&query, kinds, KINDS);
	int64_t at = bot_query_get_int(&query, INT64_MIN, INT64_MAX);
	bot_query_blame(&query, id);
	enum bot_error error = bot_query_end(&query);
	if (error)
		return error;
	*match = id;
	*timer = kind;
	*due = at;
	return BOT_OK;
}
