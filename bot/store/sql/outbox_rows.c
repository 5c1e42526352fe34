#include "bot/store/outbox_rows.h"

#include "bot/store/matches.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/outbox_columns.h"
#include "bot/store/sql/post_rows.h"
#include "bot/store/sql/store_state.h"
#include "bot/store/sql/transaction_ids.h"

#include <string.h>

/*
 * A hand that was late by more than this, or by more than a tenth of the turn, takes the host to
 * start the clock: the board may then differ from the end of the turn by more than it may
 * (tolerance() in bot/match/turn_clock.c).
 */
#define LATE_MOST  60000 /* milliseconds */
#define LATE_PARTS 10

/* How many delayed rows the store remembers. At this number it forgets all of them. */
#define DELAYED_MOST 1000

/* Runs and ends a query that returns rows. */
static void get_rows(struct bot_query *query,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	while (bot_query_row(query)) {
		struct bot_outbox_row row;
		bot_outbox_get(query, &row);
		if (query->error == BOT_STORE_CORRUPT)
			query->error = bot_damage_note(query->store, 0, row.id);
		if (query->error || !take(self, &row))
			break;
	}
	bot_query_end(query);
}

void bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	get_rows(BOT_QUERY(store, BOT_SQL_OUTBOX_HEADS), take, self);
}

void bot_outbox_optional_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	get_rows(BOT_QUERY(store, BOT_SQL_OUTBOX_OPTIONAL_HEADS), take, self);
}

/* A row of a lane that was given on, at first none. */
struct first_row {
	bool (*take)(void *self, const struct bot_outbox_row *row);
	void *self;
	bool found, optional, next; /* `next`: `take` wants the next row, too */
	int64_t id;
};

static bool take_first(void *self, const struct bot_outbox_row *row)
{
	struct first_row *first = self;

	first->found = true;
	first->optional = row->optional;
	first->id = row->id;
	first->next = first->take(first->self, row);
	return false;
}

/*
 * Begins to keep a lane that has no rows but optional ones: at most BOT_OPTIONAL_MOST of them. In a
 * calm room such a lane would never become empty.
 */
static void keep_optional(struct bot_store *store, bool private, const char *to)
{
	struct bot_kept_row kept = {0};
	bool whole = true;
	bot_kept_lane_begin(store, private, to);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_LANE_ROWS, private, to);
	while (bot_query_row(query)) {
		bot_outbox_get(query, &kept.row);
		kept.post = bot_query_get_int(query, 0, INT64_MAX); /* NULL is 0 */
		kept.is_choices = bot_query_get_bool(query);
		kept.is_hand = bot_query_get_bool(query);
		whole = whole && !query->error && !kept.row.commitment && !kept.row.file.name;
		if (whole)
			bot_kept_row_add(store, &kept);
	}
	if (!whole || query->error)
		bot_kept_lane_forget(store, private, to);
	/* A damaged row that is not the first is not the caller's concern yet. */
	bot_query_end_sound(query);
}

static void take_kept(const struct bot_kept_lane *lane,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	bool next = true;

	for (const struct bot_kept_row *kept = lane->first; kept && next; kept = kept->next) {
		struct bot_outbox_row row = kept->row;

		row.followed = kept->next && !kept->next->row.optional;
		next = take(self, &row);
	}
}

/* Gives first->take the row that comes after the first one, if the lane has one. */
static void take_next(
	struct bot_store *store, bool private, const char *to, struct first_row *first)
{
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_OUTBOX_FIRST_ROW, private, to, first->optional, first->id);
	first->next = false;
	get_rows(query, take_first, first);
}

void bot_outbox_first(struct bot_store *store, bool private, const char *to,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, private, to);
	struct first_row first = {.take = take, .self = self};
	if (lane) {
		take_kept(lane, take, self);
		return;
	}
	take_next(store, private, to, &first);
	if (!first.found)
		bot_kept_lane_begin(store, private, to);
	if (first.found && first.optional)
		keep_optional(store, private, to);
	while (first.next)
		take_next(store, private, to, &first);
}

void bot_outbox_sending(struct bot_store *store, int64_t row)
{
	bot_row_set_add(&store->sending, row);
}

void bot_outbox_not_sent(struct bot_store *store, int64_t row)
{
	bot_row_set_remove(&store->sending, row);
}

void bot_outbox_delayed(struct bot_store *store, int64_t row)
{
	if (store->delayed.count == DELAYED_MOST)
		store->delayed.count = 0;
	bot_row_set_add(&store->delayed, row);
}

/* A row that is done, and its post. */
struct done_row {
	int64_t post;    /* 0 if the row has no post */
	bool no_event;   /* the post has no event yet */
	bool is_choices; /* the post is the list of choices of a turn */
	int64_t match;   /* the match of the post, or 0 */
	int64_t made;    /* when the host made the row */
};

/*
 * Finds the row and its post, and notes that the row's lane changes. Notes this even if the row is
 * damaged: the store deletes a damaged row, too.
 */
static bool get_done_row(
	struct bot_store *store, int64_t row, const char *event, struct done_row *done)
{
	const struct bot_kept_row *kept = bot_kept_row_find(store, row);
	if (kept && (event || !kept->post)) { /* no other row of the lane changes */
		bot_lane_note_kept(store, kept->row.private, kept->row.to);
		done->post = kept->post;
		done->no_event = !kept->row.edits;
		done->is_choices = kept->is_choices;
		done->match = kept->row.match;
		done->made = kept->row.made;
		return true;
	}
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_POST, row);
	bot_query_one(query);
	bool private = bot_query_get_int(query, INT64_MIN, INT64_MAX) != 0;
	const char *to = bot_query_get_text(query);
	if (bot_outbox_fits(to, BOT_ID_SIZE))
		bot_lane_note(store, private, to);
	else if (!query->error)
		bot_lane_note_all(store);
	done->post = bot_query_get_int(query, 0, INT64_MAX); /* NULL is 0 */
	done->no_event = bot_query_get_bool(query);
	done->is_choices = bot_query_get_bool(query);
	done->match = bot_query_get_int(query, 0, INT64_MAX); /* NULL is 0 */
	done->made = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	return bot_query_end(query);
}

/* Starts the clock of a turn whose list of choices became this event, or lets the host start it. */
static void start_clock(struct bot_store *store, const struct done_row *done, const char *event)
{
	int64_t late = store->time.wall > done->made ? store->time.wall - done->made : 0;

	bot_change_note(store, done->match);
	if (!store->time.known || late > LATE_MOST ||
		!bot_query_write_one(BOT_QUERY(store, BOT_SQL_TIMER_START, done->match,
			store->time.host - BOT_TIMER_STILL, BOT_TIMER_STILL + LATE_PARTS * late,
			done->post, event)))
		bot_post_delivered(store, done->post, event);
}

void bot_outbox_done(struct bot_store *store, int64_t row, const char *event)
{
	struct done_row done;
	bot_row_is_done(store, row);
	if (!get_done_row(store, row, event, &done))
		return;
	if (done.post && event && done.no_event)
		bot_post_sent(store, done.post, event);
	if (done.post && event && done.no_event && done.is_choices)
		start_clock(store, &done, event);
	bot_query_change(store, BOT_SQL_OUTBOX_DELETE, row);
	bot_kept_row_remove(store, row);
	/*
	 * The bot gave up the original message, so the edit that waits behind it becomes a message,
	 * unless this edit is optional.
	 */
	if (done.post && !event) {
		bot_query_change(store, BOT_SQL_OUTBOX_DROP_OPTIONAL_OF, done.post);
		bot_query_change(store, BOT_SQL_OUTBOX_PROMOTE, done.post);
	}
}

/* Finds the row of a lane that has this transaction id. Returns false if there is none. */
static bool find_txn(
	struct bot_store *store, bool private, const char *to, const char *txn, int64_t *row)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, private, to);
	if (lane) {
		const struct bot_kept_row *kept = lane->first;
		while (kept && strcmp(kept->row.txn, txn) != 0)
			kept = kept->next;
		*row = kept ? kept->row.id : 0;
		return kept != NULL;
	}
	return bot_query_number(
		BOT_QUERY(store, BOT_SQL_OUTBOX_WITH_TXN, private, to, txn), 1, INT64_MAX, row);
}

enum bot_echo bot_outbox_seen(
	struct bot_store *store, bool private, const char *to, const char *txn, const char *event)
{
	int64_t row;
	if (!find_txn(store, private, to, txn, &row))
		return bot_txn_note_echo(store, txn, event);
	enum bot_echo echo = bot_row_may_be_sent(store, row) ? BOT_ECHO_KNOWN : BOT_ECHO_UNKNOWN;
	bot_outbox_done(store, row, event);
	return echo;
}

bool bot_outbox_take_reach(struct bot_store *store, const char *user, char txn[BOT_TXN_SIZE])
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_REACH, user);
	bot_query_one(query);
	int64_t row = bot_query_get_int(query, 1, INT64_MAX);
	const char *text = bot_query_get_text(query);
	if (bot_outbox_fits(text, BOT_TXN_SIZE))
		strcpy(txn, text);
	if (!bot_query_end(query))
		return false;
	bot_outbox_done(store, row, NULL);
	return true;
}

size_t bot_outbox_size(struct bot_store *store)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_OUTBOX_SIZE));
}

size_t bot_outbox_lane_size(struct bot_store *store, bool private, const char *to)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_OUTBOX_LANE_SIZE, private, to));
}

size_t bot_outbox_waiting(
	struct bot_store *store, enum bot_outbox_kind kind, const char *via, const char *origin)
{
	return bot_query_count(
		BOT_QUERY(store, BOT_SQL_OUTBOX_WAITING, bot_outbox_kind_name(kind), via, origin));
}

void bot_outbox_each_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	bool (*take)(void *self, const char *to, const char *via, const char *origin), void *self)
{
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_OUTBOX_EACH_WAITING, bot_outbox_kind_name(kind));

	while (bot_query_row(query)) {
		char to[BOT_ID_SIZE];

		bot_query_get_id(query, to);
		const char *via = bot_query_get_text(query);
		const char *origin = bot_query_get_text(query);
		if (query->error || !take(self, to, via, origin))
			break;
	}
	bot_query_end(query);
}

size_t bot_outbox_reaching(struct bot_store *store, const char *origin)
{
	bool of_origin = origin && *origin;
	size_t count = 0;

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_REACHING, origin);
	while (bot_query_row(query)) {
		int64_t row = bot_query_get_int(query, 1, INT64_MAX);

		count += of_origin || !bot_row_set_has(&store->delayed, row);
	}
	bot_query_end(query);
	return count;
}

bool bot_outbox_oldest(struct bot_store *store, int64_t *made)
{
	return bot_query_number(BOT_QUERY(store, BOT_SQL_OUTBOX_OLDEST), 1, INT64_MAX, made);
}

int64_t bot_outbox_last(struct bot_store *store)
{
	int64_t row = 0;

	bot_query_number(BOT_QUERY(store, BOT_SQL_OUTBOX_LAST), 0, INT64_MAX, &row);
	return row;
}

bool bot_outbox_has(struct bot_store *store, int64_t row)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_OUTBOX_HAS, row));
}
