#include "bot/store/timers.h"

#include "bot/store/sql/change_notes.h"
#include "bot/store/sql/query.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const char *const timers[] = {
	[BOT_TIMER_CHALLENGE] = "challenge",
	[BOT_TIMER_HALF] = "half",
	[BOT_TIMER_LATE] = "late",
	[BOT_TIMER_FORFEIT] = "forfeit",
	[BOT_TIMER_NUDGE] = "nudge",
	[BOT_TIMER_IDLE_SOON] = "idle_soon",
	[BOT_TIMER_IDLE] = "idle",
	[BOT_TIMER_DELIVERED] = "delivered",
	[BOT_TIMER_SHOWN] = "shown",
	[BOT_TIMER_JOIN] = "join",
	[BOT_TIMER_WHITE_ABSENT] = "white_away",
	[BOT_TIMER_BLACK_ABSENT] = "black_away",
	[BOT_TIMER_WHITE_CLAIM] = "white_claim",
	[BOT_TIMER_BLACK_CLAIM] = "black_claim",
	[BOT_TIMER_HELD] = "held",
	[BOT_TIMER_BOUT] = "bout",
	[BOT_TIMER_NOTIFY] = "notify",
	[BOT_TIMER_RESERVE] = "reserve",
	[BOT_TIMER_QUIET] = "quiet",
};

enum bot_error bot_store_timer_set(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due)
{
	bot_change_note(store, match);
	return bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_SET, match, timers[timer], due));
}

enum bot_error bot_store_timer_set_two(
	struct bot_store *store, int64_t match, const enum bot_timer timer[2], const int64_t due[2])
{
	bot_change_note(store, match);
	return bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_SET_TWO, match, timers[timer[0]],
		due[0], timers[timer[1]], due[1]));
}

enum bot_error bot_store_timer_clear(struct bot_store *store, int64_t match, enum bot_timer timer)
{
	bot_change_note(store, match);
	return bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_CLEAR, match, timers[timer]));
}

enum bot_error bot_store_timers_clear(struct bot_store *store, int64_t match)
{
	bot_change_note(store, match);
	return bot_query_change(store, BOT_SQL_TIMERS_CLEAR, match);
}

enum bot_error bot_store_timers(
	struct bot_store *store, int64_t match, struct bot_timers *timers_set)
{
	struct bot_timers found = {0};
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_TIMER_LIST, match);
	while (bot_query_row(query)) {
		int kind = bot_query_get_name(query, timers, COUNT(timers));
		found.set[kind] = true;
		found.due[kind] = bot_query_get_int(query, INT64_MIN, INT64_MAX);
		bot_query_blame(query, match);
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*timers_set = found;
	return error;
}

enum bot_error bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due)
{
	return bot_query_number(BOT_QUERY(store, BOT_SQL_TIMER_GET, match, timers[timer]),
		INT64_MIN, INT64_MAX, due);
}

enum bot_error bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_TIMER_NEXT);
	bot_query_one(query);
	int64_t id = bot_query_get_int(query, 1, INT64_MAX);
	enum bot_timer kind = (enum bot_timer)bot_query_get_name(query, timers, COUNT(timers));
	int64_t at = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	bot_query_blame(query, id);
	enum bot_error error = bot_query_end(query);
	if (error)
		return error;
	*match = id;
	*timer = kind;
	*due = at;
	return BOT_OK;
}
