#include "bot/store/matches.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/match_columns.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/store_state.h"

#include <string.h>

/* Drops the answers to whether somebody has finished a match. */
static void note_ended(struct bot_store *store, const struct bot_match *match)
{
	if (match->status == BOT_ENDED)
		bot_kept_drop_all(store);
}

int64_t bot_match_clock(const struct bot_match *match, enum eg_seat seat)
{
	return match->clock + match->extra[seat];
}

bool bot_match_has_handicap(const struct bot_match *match)
{
	return match->rules.start[EG_WHITE] > 0 || match->rules.start[EG_BLACK] > 0 ||
	       match->extra[EG_WHITE] > 0 || match->extra[EG_BLACK] > 0;
}

bool bot_match_may_be_rated(const struct bot_match *match)
{
	return match->practice == BOT_NO_PRACTICE && !match->casual && !match->restored;
}

void bot_store_match_add(struct bot_store *store, struct bot_match *match)
{
	if (!bot_match_is_storable(match))
		bot_fail(BOT_INVALID);
	note_ended(store, match);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		bot_kept_drop(store, &(struct bot_kept_query){.sql = BOT_SQL_MATCH_OWN_ROOM,
					     .id = match->player[seat]});
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_MATCH_ADD);
	bot_match_bind(query, match);
	match->id = bot_query_add(query);
	bot_change_note(store, match->id);
}

static bool save(struct bot_store *store, enum bot_sql sql, const struct bot_match *match)
{
	struct bot_query *query = BOT_QUERY(store, sql);

	bot_match_bind(query, match);
	bot_query_int(query, match->id);
	return bot_query_write_one(query);
}

/*
 * Most changes concern no column that is in an index. The first statement saves such a change
 * without writing to the indexes. If this statement finds no row, a column of an index has changed,
 * and the second statement saves all columns.
 */
void bot_store_match_save(struct bot_store *store, const struct bot_match *match)
{
	if (!bot_match_is_storable(match))
		bot_fail(BOT_INVALID);
	bot_change_note(store, match->id);
	note_ended(store, match);
	if (save(store, BOT_SQL_MATCH_SAVE, match))
		return;
	bot_kept_drop_all(store);
	bot_need(save(store, BOT_SQL_MATCH_SAVE_ALL, match));
}

void bot_store_match_save_plan(
	struct bot_store *store, const struct bot_match *match, enum eg_seat seat)
{
	bot_change_note_plan(store, match->id * 2 + seat);
	bot_need(save(store, BOT_SQL_MATCH_SAVE, match));
}

static bool get_one(struct bot_query *query, struct bot_match *match)
{
	return bot_query_get(query, bot_match_get, match);
}

bool bot_store_match_get(struct bot_store *store, int64_t id, struct bot_match *match)
{
	return get_one(BOT_QUERY(store, BOT_SQL_MATCH_GET, id), match);
}

bool bot_store_match_last(
	struct bot_store *store, const char *room, const char *player, struct bot_match *match)
{
	return get_one(BOT_QUERY(store, room ? BOT_SQL_MATCH_LAST_IN : BOT_SQL_MATCH_LAST_OF,
			       room ? room : player),
		match);
}

static size_t list(struct bot_query *query, struct bot_match *matches)
{
	return bot_query_list(query, bot_match_get, matches, sizeof(*matches));
}

/* Whether `match` comes before `other` in the list of bot_store_match_find. */
static bool comes_before(const struct bot_match *match, const struct bot_match *other)
{
	bool open = match->status == BOT_CHALLENGE;

	if (open != (other->status == BOT_CHALLENGE))
		return !open;
	return match->id < other->id;
}

/*
 * Like list(), for a statement without an order and a limit: sorts the matches, and keeps the first
 * `size`. SQLite would build a table of all columns at each run to sort the rows.
 */
static size_t list_sorted(struct bot_query *query, struct bot_match *matches, size_t size)
{
	size_t count = 0;

	while (bot_query_row(query)) {
		struct bot_match match;
		bot_match_get(query, &match);
		size_t place = count;
		while (place > 0 && comes_before(&match, &matches[place - 1]))
			place--;
		if (place == size)
			continue;
		count += count < size;
		memmove(&matches[place + 1], &matches[place],
			(count - place - 1) * sizeof(*matches));
		matches[place] = match;
	}
	bot_query_end(query);
	return count;
}

size_t bot_store_match_find(struct bot_store *store, const struct bot_match_filter *filter,
	struct bot_match *matches, size_t size)
{
	bool all = !filter->room && !filter->player;
	const char *status = bot_match_status_name(filter->status);

	if (!status && (all || filter->status >= 0))
		bot_fail(BOT_INVALID);
	if (all)
		return list(BOT_QUERY(store, BOT_SQL_MATCH_FIND, status, bot_limit(size),
				    filter->after),
			matches);
	if (filter->room)
		return list_sorted(BOT_QUERY(store, BOT_SQL_MATCH_FIND_IN, filter->room,
					   filter->player, status, filter->after),
			matches, size);
	return list_sorted(
		BOT_QUERY(store, BOT_SQL_MATCH_FIND_OF, filter->player, status, filter->after),
		matches, size);
}

size_t bot_store_challenges_shown(
	struct bot_store *store, const char *room, struct bot_match *challenges, size_t size)
{
	return list(BOT_QUERY(store, BOT_SQL_CHALLENGES_SHOWN, room, bot_limit(size)), challenges);
}

bool bot_store_own_room(struct bot_store *store, const char *player, char room[BOT_ID_SIZE])
{
	return bot_kept_get(store,
		&(struct bot_kept_query){.sql = BOT_SQL_MATCH_OWN_ROOM, .id = player}, bot_row_id,
		room, 0);
}

size_t bot_store_match_count(struct bot_store *store, enum bot_match_status status)
{
	return bot_query_count(
		BOT_QUERY(store, BOT_SQL_MATCH_COUNT, bot_match_status_name((int)status)));
}

bool bot_store_next_match_room(struct bot_store *store, const char *after, char room[BOT_ID_SIZE],
	char player[BOT_ID_SIZE])
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_MATCH_NEXT_ROOM, after);

	if (bot_query_one(query)) {
		bot_query_get_id(query, room);
		bot_query_get_opt_id(query, player);
	}
	return bot_query_end(query);
}

size_t bot_store_match_rooms(struct bot_store *store)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_MATCH_ROOMS));
}

size_t bot_store_match_ended(struct bot_store *store, const char *room, const char *player,
	struct bot_match *matches, size_t size)
{
	if (!player)
		return list(BOT_QUERY(store, BOT_SQL_MATCH_ENDED, room, bot_limit(size)), matches);
	return list(
		BOT_QUERY(store, BOT_SQL_MATCH_ENDED_OF, room, player, bot_limit(size)), matches);
}

size_t bot_store_match_own(struct bot_store *store, const char *player,
	const struct bot_match *from, struct bot_match *matches, size_t size)
{
	return list(BOT_QUERY(store, BOT_SQL_MATCH_OWN, player, from ? from->ended : INT64_MAX,
			    from ? from->id : INT64_MAX, bot_limit(size)),
		matches);
}

size_t bot_store_match_rated(
	struct bot_store *store, const char *player, const char *opponent, int64_t since)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_MATCH_RATED, player, opponent, since));
}

struct bot_head_to_head bot_store_match_between(
	struct bot_store *store, const char *player, const char *opponent)
{
	struct bot_head_to_head found = {0};
	struct bot_query *query = BOT_QUERY(
		store, BOT_SQL_MATCH_BETWEEN, player, opponent, bot_limit(BOT_BETWEEN_MOST));
	while (bot_query_row(query)) {
		bool lost = !bot_query_get_bool(query);
		int64_t id = bot_query_get_int(query, 1, INT64_MAX);
		size_t before = found.won + found.lost;

		if (before < BOT_BETWEEN_LAST)
			found.last[before] = id;
		if (before == 0)
			found.run_lost = lost;
		if (found.run == before && found.run_lost == lost)
			found.run++;
		found.won += !lost;
		found.lost += lost;
	}
	bot_query_end(query);
	return found;
}

bool bot_store_match_met(
	struct bot_store *store, const char *room, const char *one, const char *other)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_MATCH_MET, room, one, other));
}

static void get_practised(struct bot_query *query, void *to)
{
	int64_t id = bot_query_get_int(query, 1, INT64_MAX);
	struct bot_practised *practised = to;

	practised->opponent = bot_match_get_practice(query);
	practised->won = bot_match_get_seat(query) == EG_WHITE;
	bot_query_blame(query, id);
}

size_t bot_store_match_practised(
	struct bot_store *store, const char *user, struct bot_practised *list, size_t size)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_MATCH_PRACTISED, user, bot_limit(size)),
		get_practised, list, sizeof(*list));
}

bool bot_store_user_sits(struct bot_store *store, const char *user)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_USER_SITS, user));
}

bool bot_store_match_finished(struct bot_store *store, const char *user)
{
	return bot_kept_bool(
		store, &(struct bot_kept_query){.sql = BOT_SQL_MATCH_FINISHED, .id = user}, false);
}

void bot_store_room_scrolled(struct bot_store *store, const char *room, unsigned messages)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_ROOM_SCROLLED, room, messages));
}

void bot_store_moderator_add(struct bot_store *store, int64_t match, const char *user)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_MODERATOR_ADD, match, bot_id(user)));
}

bool bot_store_moderated(struct bot_store *store, int64_t match, const char *user)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_MODERATED, match, user));
}

void bot_store_moderators_clear(struct bot_store *store, int64_t match)
{
	bot_query_change(store, BOT_SQL_MODERATORS_CLEAR, match);
}

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

void bot_store_note_time(struct bot_store *store, int64_t time, int64_t wall)
{
	store->time.known = true;
	store->time.host = time;
	store->time.wall = wall;
}

void bot_store_timer_set(struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due)
{
	bot_change_note(store, match);
	bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_SET, match, timers[timer], due));
}

void bot_store_timer_set_two(
	struct bot_store *store, int64_t match, const enum bot_timer timer[2], const int64_t due[2])
{
	bot_change_note(store, match);
	bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_SET_TWO, match, timers[timer[0]], due[0],
		timers[timer[1]], due[1]));
}

void bot_store_timer_clear(struct bot_store *store, int64_t match, enum bot_timer timer)
{
	bot_change_note(store, match);
	bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_CLEAR, match, timers[timer]));
}

void bot_store_timers_clear(struct bot_store *store, int64_t match)
{
	bot_change_note(store, match);
	bot_query_change(store, BOT_SQL_TIMERS_CLEAR, match);
}

struct bot_timers bot_store_timers(struct bot_store *store, int64_t match)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_TIMER_LIST, match);

	struct bot_timers timers_set = {0};
	while (bot_query_row(query)) {
		int kind = bot_query_get_name(query, timers, COUNT(timers));
		timers_set.set[kind] = true;
		timers_set.due[kind] = bot_query_get_int(query, INT64_MIN, INT64_MAX);
		bot_query_blame(query, match);
	}
	bot_query_end(query);
	return timers_set;
}

bool bot_store_timer_get(struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due)
{
	return bot_query_number(BOT_QUERY(store, BOT_SQL_TIMER_GET, match, timers[timer]),
		INT64_MIN, INT64_MAX, due);
}

bool bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_TIMER_NEXT);

	if (bot_query_one(query)) {
		*match = bot_query_get_int(query, 1, INT64_MAX);
		*timer = (enum bot_timer)bot_query_get_name(query, timers, COUNT(timers));
		*due = bot_query_get_int(query, INT64_MIN, INT64_MAX);
		bot_query_blame(query, *match);
	}
	return bot_query_end(query);
}
