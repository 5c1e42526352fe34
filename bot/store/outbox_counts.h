/* How many rows wait in the outbox (outbox.h), and for what. */
#ifndef BOT_STORE_OUTBOX_COUNTS_H
#define BOT_STORE_OUTBOX_COUNTS_H

#include "bot/store/outbox.h"

/* Counts the waiting rows: all except the optional ones, or those of one lane. */
BOT_MUST_USE enum bot_error bot_outbox_size(struct bot_store *store, size_t *size);
BOT_MUST_USE enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size);

/*
 * Counts the waiting rows of a kind. If `via` or `origin` is not NULL, counts only rows with this
 * value. If one of them is empty, counts only rows without such a value.
 */
BOT_MUST_USE enum bot_error bot_outbox_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	const char *via, const char *origin, size_t *count);

/*
 * Calls `take` with each waiting row of a kind, the oldest first, until `take` returns false. `via`
 * and `origin` are NULL if the row has none. `take` must not change the store.
 */
BOT_MUST_USE enum bot_error bot_outbox_each_waiting(struct bot_store *store,
	enum bot_outbox_kind kind,
	bool (*take)(void *self, const char *to, const char *via, const char *origin), void *self);

/*
 * Counts the BOT_OUT_REACH rows that wait for a private room that does not exist yet. If `origin`
 * is NULL, counts all these rows. If `origin` is empty, counts only the rows without an origin.
 * Otherwise counts only the rows with this origin. The first two counts leave out delayed rows.
 */
BOT_MUST_USE enum bot_error bot_outbox_reaching(
	struct bot_store *store, const char *origin, size_t *count);

/* Finds out whether a row waits. */
BOT_MUST_USE enum bot_error bot_outbox_has(struct bot_store *store, int64_t row, bool *waits);

/* Gets the id of the newest waiting row, or 0 if no row waits. */
BOT_MUST_USE enum bot_error bot_outbox_last(struct bot_store *store, int64_t *row);

/*
 * Sets *made to the time when the host made the oldest waiting row that is not optional. Returns
 * BOT_NOT_FOUND if there is no such row, or if no such row has a time.
 */
BOT_MUST_USE enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made);

#endif
