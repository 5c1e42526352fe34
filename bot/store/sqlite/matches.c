#include "bot/store/matches.h"

#include "bot/store/sqlite/change_notes.h"
#include "bot/store/sqlite/query.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char *const statuses[] = {
	[BOT_CHALLENGE] = "challenge",
	[BOT_ACCEPTED] = "meeting",
	[BOT_PLAYING] = "playing",
	[BOT_ENDED] = "ended",
};

static const char *const seats[] = {
	[EG_WHITE] = "white",
	[EG_BLACK] = "black",
	[EG_NOBODY] = "nobody",
};

static const char *const proposals[] = {
	[BOT_NO_PROPOSAL] = "none",
	[BOT_PAUSE] = "pause",
	[BOT_RESUME] = "resume",
	[BOT_ABANDON] = "abandon",
};

static const char *const endings[] = {
	[BOT_ENDING_UNKNOWN] = "unknown",
	[BOT_WON] = "won",
	[BOT_RESIGNED] = "resigned",
	[BOT_FORFEITED] = "forfeited",
	[BOT_STOPPED] = "stopped",
	[BOT_ABANDONED] = "abandoned",
	[BOT_UNDECIDED] = "undecided",
	[BOT_VOID] = "void",
};

static const char *const opponents[] = {
	[BOT_NO_PRACTICE] = "none",
	[BOT_NOVICE] = "novice",
	[BOT_FENCER] = "fencer",
	[BOT_MAITRE] = "maitre",
};

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
	[BOT_TIMER_WHITE_AWAY] = "white_away",
	[BOT_TIMER_BLACK_AWAY] = "black_away",
	[BOT_TIMER_WHITE_CLAIM] = "white_claim",
	[BOT_TIMER_BLACK_CLAIM] = "black_claim",
	[BOT_TIMER_HELD] = "held",
};

const char *bot_ending_name(enum bot_ending ending)
{
	return endings[ending];
}

/* Binds the fields of a match in the order of MATCH_COLUMNS. */
static void bind_match(struct bot_query *query, const struct bot_match *match)
{
	bot_query_text(query, statuses[match->status]);
	bot_query_id(query, match->room);
	bot_query_id(query, match->player[EG_WHITE]);
	bot_query_opt_id(query, match->player[EG_BLACK]);
	bot_query_int(query, match->ended);
	bot_query_int(query, match->rated);
	bot_query_int(query, match->reached[EG_WHITE]);
	bot_query_int(query, match->reached[EG_BLACK]);
	bot_query_text(query, eg_rules_name(&match->rules.round));
	bot_query_int(query, match->rules.touches);
	bot_query_text(query, seats[match->rules.first]);
	bot_query_int(query, match->unseen);
	bot_query_int(query, match->board);
	bot_query_int(query, match->edits);
	bot_query_int(query, match->scrolled);
	bot_query_int(query, match->clock);
	bot_query_int(query, match->left);
	bot_query_text(query, proposals[match->proposal]);
	bot_query_text(query, seats[match->proposer]);
	bot_query_text(query, endings[match->ending]);
	bot_query_text(query, seats[match->winner]);
	bot_query_text(query, opponents[match->practice]);
	bot_query_int(query, match->dice);
	bot_query_int(query, match->private);
	bot_query_text(query, seats[match->challenger]);
	bot_query_int(query, match->began);
	bot_query_int(query, match->casual);
	bot_query_int(query, match->unproven[EG_WHITE]);
	bot_query_int(query, match->unproven[EG_BLACK]);
}

static void get_rules(struct bot_query *query, struct eg_rules *rules)
{
	const char *name = bot_query_get_text(query);
	if (!query->error && (!name || eg_rules_parse(name, strlen(name), rules)))
		query->error = BOT_STORE_CORRUPT;
}

/* Gets a match: its id, then the columns in the order of MATCH_COLUMNS. */
static void get_match(struct bot_query *query, struct bot_match *match)
{
	*match = (struct bot_match){0};
	match->id = bot_query_get_int(query, 1, INT64_MAX);
	match->status = (enum bot_match_status)bot_query_get_name(query, statuses, COUNT(statuses));
	bot_query_get_id(query, match->room);
	bot_query_get_id(query, match->player[EG_WHITE]);
	bot_query_get_opt_id(query, match->player[EG_BLACK]);
	match->ended = bot_query_get_int(query, 0, INT64_MAX);
	match->rated = bot_query_get_bool(query);
	match->reached[EG_WHITE] = bot_query_get_bool(query);
	match->reached[EG_BLACK] = bot_query_get_bool(query);
	get_rules(query, &match->rules.round);
	match->rules.touches = (uint8_t)bot_query_get_int(query, 1, EG_TOUCHES_MAX);
	match->rules.first = (enum eg_seat)bot_query_get_name(query, seats, COUNT(seats));
	match->unseen = bot_query_get_bool(query);
	match->board = bot_query_get_int(query, 0, INT64_MAX);
	match->edits = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
	match->scrolled = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
	match->clock = bot_query_get_int(query, 0, BOT_CLOCK_MAX);
	match->left = bot_query_get_int(query, 0, BOT_CLOCK_MAX);
	match->proposal = (enum bot_proposal)bot_query_get_name(query, proposals, COUNT(proposals));
	match->proposer = (enum eg_seat)bot_query_get_name(query, seats, COUNT(seats));
	match->ending = (enum bot_ending)bot_query_get_name(query, endings, COUNT(endings));
	match->winner = (enum eg_seat)bot_query_get_name(query, seats, COUNT(seats));
	match->practice = (enum bot_practice)bot_query_get_name(query, opponents, COUNT(opponents));
	match->dice = bot_query_get_int(query, 0, INT64_MAX);
	match->private = bot_query_get_bool(query);
	match->challenger = (enum eg_seat)bot_query_get_name(query, seats, EG_NOBODY);
	match->began = bot_query_get_int(query, 0, INT64_MAX);
	match->casual = bot_query_get_bool(query);
	match->unproven[EG_WHITE] = bot_query_get_bool(query);
	match->unproven[EG_BLACK] = bot_query_get_bool(query);
	bot_query_blame(query, match->id);
}

static bool is_name(unsigned value, int count)
{
	return value < (unsigned)count;
}

static bool storable(const struct bot_match *match)
{
	return is_name(match->status, COUNT(statuses)) &&
	       is_name(match->proposal, COUNT(proposals)) &&
	       is_name(match->proposer, COUNT(seats)) &&
	       is_name(match->rules.first, COUNT(seats)) &&
	       is_name(match->ending, COUNT(endings)) && is_name(match->winner, COUNT(seats)) &&
	       is_name(match->practice, COUNT(opponents)) && match->dice >= 0 &&
	       match->rules.touches >= 1 && match->rules.touches <= EG_TOUCHES_MAX &&
	       match->board >= 0 && match->clock >= 0 && match->clock <= BOT_CLOCK_MAX &&
	       match->left >= 0 && match->left <= BOT_CLOCK_MAX && match->ended >= 0 &&
	       match->began >= 0 && is_name(match->challenger, EG_NOBODY);
}

enum bot_error bot_store_match_add(struct bot_store *store, struct bot_match *match)
{
	if (!storable(match))
		return BOT_INVALID;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_MATCH_ADD);
	bind_match(&query, match);
	enum bot_error error = bot_query_add(&query, &match->id);
	if (!error)
		bot_change_note(store, match->id);
	return error;
}

static enum bot_error save(struct bot_store *store, enum bot_sql sql, const struct bot_match *match)
{
	struct bot_query query;
	bot_query_begin(&query, store, sql);
	bind_match(&query, match);
	bot_query_int(&query, match->id);
	return bot_query_write_one(&query);
}

/*
 * Most changes concern no column that is in an index. The first statement saves such a change
 * without writing to the indexes. If this statement finds no row, a column of an index has changed,
 * and the second statement saves all columns.
 */
enum bot_error bot_store_match_save(struct bot_store *store, const struct bot_match *match)
{
	if (!storable(match))
		return BOT_INVALID;
	bot_change_note(store, match->id);
	enum bot_error error = save(store, BOT_SQL_MATCH_SAVE, match);
	return error == BOT_NOT_FOUND ? save(store, BOT_SQL_MATCH_SAVE_ALL, match) : error;
}

static enum bot_error get_one(struct bot_query *query, struct bot_match *match)
{
	struct bot_match found;
	bot_query_one(query);
	get_match(query, &found);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*match = found;
	return error;
}

enum bot_error bot_store_match_get(struct bot_store *store, int64_t id, struct bot_match *match)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_MATCH_GET);
	bot_query_int(&query, id);
	return get_one(&query, match);
}

enum bot_error bot_store_match_last(
	struct bot_store *store, const char *room, const char *player, struct bot_match *match)
{
	struct bot_query query;
	bot_query_begin(&query, store, room ? BOT_SQL_MATCH_LAST_IN : BOT_SQL_MATCH_LAST_OF);
	bot_query_text(&query, room ? room : player);
	return get_one(&query, match);
}

static enum bot_error list(struct bot_query *query, struct bot_match *matches, size_t *count)
{
	size_t found = 0;
	while (bot_query_row(query))
		get_match(query, &matches[found++]);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
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
static enum bot_error list_sorted(
	struct bot_query *query, struct bot_match *matches, size_t size, size_t *count)
{
	size_t found = 0;

	while (bot_query_row(query)) {
		struct bot_match match;
		get_match(query, &match);
		size_t place = found;
		while (place > 0 && comes_before(&match, &matches[place - 1]))
			place--;
		if (place == size)
			continue;
		found += found < size;
		memmove(&matches[place + 1], &matches[place],
			(found - place - 1) * sizeof(*matches));
		matches[place] = match;
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_store_match_find(struct bot_store *store, const struct bot_match_filter *filter,
	struct bot_match *matches, size_t size, size_t *count)
{
	bool all = !filter->room && !filter->player;
	struct bot_query query;

	if (filter->status >= COUNT(statuses) || (all && filter->status < 0))
		return BOT_INVALID;
	const char *status = filter->status < 0 ? NULL : statuses[filter->status];
	if (all) {
		bot_query_begin(&query, store, BOT_SQL_MATCH_FIND);
		bot_query_text(&query, status);
		bot_query_limit(&query, size);
		bot_query_int(&query, filter->after);
		return list(&query, matches, count);
	}
	bot_query_begin(
		&query, store, filter->room ? BOT_SQL_MATCH_FIND_IN : BOT_SQL_MATCH_FIND_OF);
	if (filter->room)
		bot_query_text(&query, filter->room);
	bot_query_text(&query, filter->player);
	bot_query_text(&query, status);
	bot_query_int(&query, filter->after);
	return list_sorted(&query, matches, size, count);
}

enum bot_error bot_store_match_count(
	struct bot_store *store, enum bot_match_status status, size_t *count)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_MATCH_COUNT);
	bot_query_text(&query, statuses[status]);
	return bot_query_count(&query, count);
}

enum bot_error bot_store_next_match_room(struct bot_store *store, const char *after,
	char room[BOT_ID_SIZE], char player[BOT_ID_SIZE])
{
	char found[BOT_ID_SIZE];
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_MATCH_NEXT_ROOM);
	bot_query_text(&query, after);
	bot_query_one(&query);
	bot_query_get_id(&query, found);
	bot_query_get_opt_id(&query, player);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		memcpy(room, found, sizeof(found));
	return error;
}

enum bot_error bot_store_match_rooms(struct bot_store *store, size_t *count)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_MATCH_ROOMS);
	return bot_query_count(&query, count);
}

enum bot_error bot_store_match_ended(struct bot_store *store, const char *room, const char *player,
	struct bot_match *matches, size_t size, size_t *count)
{
	struct bot_query query;
	bot_query_begin(&query, store, player ? BOT_SQL_MATCH_ENDED_OF : BOT_SQL_MATCH_ENDED);
	bot_query_text(&query, room);
	if (player)
		bot_query_text(&query, player);
	bot_query_limit(&query, size);
	return list(&query, matches, count);
}

enum bot_error bot_store_match_rated(struct bot_store *store, const char *player,
	const char *opponent, int64_t since, size_t *count)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_MATCH_RATED);
	bot_query_text(&query, player);
	bot_query_text(&query, opponent);
	bot_query_int(&query, since);
	return bot_query_count(&query, count);
}

enum bot_error bot_store_match_practised(struct bot_store *store, const char *user,
	struct bot_practised *list, size_t size, size_t *count)
{
	struct bot_query query;
	size_t found = 0;
	bot_query_begin(&query, store, BOT_SQL_MATCH_PRACTISED);
	bot_query_text(&query, user);
	bot_query_limit(&query, size);
	while (bot_query_row(&query)) {
		int64_t id = bot_query_get_int(&query, 1, INT64_MAX);
		list[found].opponent =
			(enum bot_practice)bot_query_get_name(&query, opponents, COUNT(opponents));
		list[found++].won = bot_query_get_name(&query, seats, COUNT(seats)) == EG_WHITE;
		bot_query_blame(&query, id);
	}
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_store_match_finished(struct bot_store *store, const char *user, bool *finished)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_MATCH_FINISHED);
	bot_query_text(&query, user);
	return bot_query_bool(&query, finished);
}

enum bot_error bot_store_room_scrolled(struct bot_store *store, const char *room, unsigned messages)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROOM_SCROLLED);
	bot_query_text(&query, room);
	bot_query_int(&query, messages);
	return bot_query_write(&query);
}

enum bot_error bot_store_timer_set(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due)
{
	struct bot_query query;
	bot_change_note(store, match);
	bot_query_begin(&query, store, BOT_SQL_TIMER_SET);
	bot_query_int(&query, match);
	bot_query_text(&query, timers[timer]);
	bot_query_int(&query, due);
	return bot_query_write(&query);
}

enum bot_error bot_store_timer_clear(struct bot_store *store, int64_t match, enum bot_timer timer)
{
	struct bot_query query;
	bot_change_note(store, match);
	bot_query_begin(&query, store, BOT_SQL_TIMER_CLEAR);
	bot_query_int(&query, match);
	bot_query_text(&query, timers[timer]);
	return bot_query_write(&query);
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
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_LIST);
	bot_query_int(&query, match);
	while (bot_query_row(&query)) {
		int kind = bot_query_get_name(&query, timers, COUNT(timers));
		found.set[kind] = true;
		found.due[kind] = bot_query_get_int(&query, INT64_MIN, INT64_MAX);
		bot_query_blame(&query, match);
	}
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*timers_set = found;
	return error;
}

enum bot_error bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_GET);
	bot_query_int(&query, match);
	bot_query_text(&query, timers[timer]);
	return bot_query_number(&query, INT64_MIN, INT64_MAX, due);
}

enum bot_error bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_NEXT);
	bot_query_one(&query);
	int64_t id = bot_query_get_int(&query, 1, INT64_MAX);
	enum bot_timer kind = (enum bot_timer)bot_query_get_name(&query, timers, COUNT(timers));
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
