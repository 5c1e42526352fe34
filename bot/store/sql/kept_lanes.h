/*
 * A copy of outbox rows in memory, by lanes. With it, an adapter gets a new row without a query.
 * Also notes which rows an adapter may have sent.
 *
 * The store copies all rows of a lane, or none. It begins a copy when a query finds that the lane
 * has no row, or only optional rows. From then on, each change of the outbox also changes the copy.
 * Some changes can't do this, because only the database knows which rows they change; then the
 * store frees the copy of the lane (see bot_lane_note). The store also frees it if the lane gets
 * more than BOT_KEPT_LANE_ROWS rows, or gets a row while all copies together have BOT_KEPT_BYTES. A
 * rollback frees all copies.
 */
#ifndef BOT_STORE_SQL_KEPT_LANES_H
#define BOT_STORE_SQL_KEPT_LANES_H

#include "bot/store/outbox_rows.h"
#include "bot/store/sql/store_state.h"

#define BOT_KEPT_LANE_ROWS 256 /* the most rows of a lane, because the store walks through them */

/* A row, as an adapter gets it, and what the outbox itself needs to know of it. */
struct bot_kept_row {
	struct bot_kept_row *next; /* the rows that are not optional come first, by their ids */
	struct bot_kept_row *next_in_place; /* in the table of all kept rows */
	size_t size;                        /* bytes, with its texts */
	struct bot_kept_lane *lane;
	struct bot_outbox_row row;
	int64_t post;    /* 0 if the row has no post */
	bool is_choices; /* the post is the list of choices of a turn */
	bool is_hand;    /* the post shows a hand */
};

struct bot_kept_lane {
	struct bot_kept_row *first;
	bool private;
	char to[]; /* a room or a user */
};

/* Returns the lane, or NULL if the store does not keep it. */
struct bot_kept_lane *bot_kept_lane_find(
	const struct bot_store *store, bool private, const char *to);

/* Begins to keep a lane that has no row. */
void bot_kept_lane_begin(struct bot_store *store, bool private, const char *to);

/* Forget a lane, or all lanes. */
void bot_kept_lane_forget(struct bot_store *store, bool private, const char *to);
void bot_kept_lanes_forget(struct bot_store *store);

/*
 * Adds a new row to its lane, if the store keeps this lane. Copies all strings. `row->lane` and
 * `row->next` do not matter. The row has no file.
 */
void bot_kept_row_add(struct bot_store *store, const struct bot_kept_row *row);

/* Returns a row, or NULL if the store does not keep its lane. */
struct bot_kept_row *bot_kept_row_find(const struct bot_store *store, int64_t id);

/* Removes a row that is deleted from the outbox. Does nothing if it is not kept. */
void bot_kept_row_remove(struct bot_store *store, int64_t id);

/*
 * Each function of the store that adds, changes or deletes rows of the outbox calls one of these:
 * bot_lane_note if it knows the lane, bot_lane_note_all if it may change rows of any lane. Both
 * forget the rows that the store keeps. A function that changes these rows itself
 * calls bot_lane_note_kept.
 */
void bot_lane_note(struct bot_store *store, bool private, const char *to);
void bot_lane_note_kept(struct bot_store *store, bool private, const char *to);
void bot_lane_note_all(struct bot_store *store);

void bot_lanes_finish(struct bot_lanes *lanes);

/* The rows of the outbox that the adapter may have sent, or could not send; see outbox_rows.h. */

/*
 * A row that is done is no longer one that may have been sent, but only when the transaction that
 * removes it is committed. bot_sent_rows_end is called at the end of each transaction.
 */
void bot_row_is_done(struct bot_store *store, int64_t row);
void bot_sent_rows_end(struct bot_store *store, bool committed);

/* Whether the adapter, or an earlier process, may have sent a waiting row. */
bool bot_row_may_be_sent(const struct bot_store *store, int64_t row);

bool bot_row_set_has(const struct bot_row_set *rows, int64_t row);
void bot_row_set_add(struct bot_row_set *rows, int64_t row);
void bot_row_set_remove(struct bot_row_set *rows, int64_t row);

#endif
