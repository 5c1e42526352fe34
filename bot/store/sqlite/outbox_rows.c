#include "bot/store/outbox_rows.h"

#include "bot/store/sqlite/lane_notes.h"
#include "bot/store/sqlite/outbox_columns.h"
#include "bot/store/sqlite/post_rows.h"
#include "bot/store/sqlite/sent_rows.h"
#include "bot/store/sqlite/transaction_ids.h"

#include <string.h>

/* How many delayed rows the store remembers. At this number it forgets all of them. */
#define DELAYED_MOST 1000

/* Runs and ends a query that returns rows. */
static enum bot_error get_rows(struct bot_query *query,
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
	return bot_query_end(query);
}

enum bot_error bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_HEADS);
	return get_rows(&query, take, self);
}

enum bot_error bot_outbox_optional_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_OPTIONAL_HEADS);
	return get_rows(&query, take, self);
}

enum bot_error bot_outbox_first(struct bot_store *store, bool private, const char *to,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_FIRST_ROW);
	bot_query_int(&query, private);
	bot_query_text(&query, to);
	return get_rows(&query, take, self);
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
};

/*
 * Finds the row and its post, and notes that the row's lane changes. Notes this even if the row is
 * damaged: the store deletes a damaged row, too.
 */
static enum bot_error get_done_row(struct bot_store *store, int64_t row, struct done_row *done)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_POST);
	bot_query_int(&query, row);
	bot_query_one(&query);
	bool private = bot_query_get_int(&query, INT64_MIN, INT64_MAX) != 0;
	const char *to = bot_query_get_text(&query);
	if (bot_outbox_fits(to, BOT_ID_SIZE))
		bot_lane_note(store, private, to);
	else if (!query.error)
		bot_lane_note_all(store);
	done->post = bot_query_get_int(&query, 0, INT64_MAX); /* NULL is 0 */
	done->no_event = bot_query_get_bool(&query);
	done->is_choices = bot_query_get_bool(&query);
	return bot_query_end(&query);
}

enum bot_error bot_outbox_done(struct bot_store *store, int64_t row, const char *event)
{
	struct done_row done;
	bot_outbox_not_sent(store, row);
	enum bot_error error = get_done_row(store, row, &done);
	if (error == BOT_NOT_FOUND)
		return BOT_OK;
	if (!error && done.post && event && done.no_event)
		error = bot_post_sent(store, done.post, event);
	if (!error && done.post && event && done.no_event && done.is_choices)
		error = bot_post_delivered(store, done.post, event);
	if (!error)
		error = bot_query_change(store, BOT_SQL_OUTBOX_DELETE, row);
	/*
	 * The bot gave up the original message, so the edit that waits behind it becomes a message,
	 * unless this edit is optional.
	 */
	if (!error && done.post && !event)
		error = bot_query_change(store, BOT_SQL_OUTBOX_DROP_OPTIONAL_OF, done.post);
	if (!error && done.post && !event)
		error = bot_query_change(store, BOT_SQL_OUTBOX_PROMOTE, done.post);
	return error;
}

enum bot_error bot_outbox_seen(struct bot_store *store, bool private, const char *to,
	const char *txn, const char *event, enum bot_echo *echo)
{
	enum bot_echo unused;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_WITH_TXN);
	bot_query_int(&query, private);
	bot_query_text(&query, to);
	bot_query_text(&query, txn);
	bot_query_one(&query);
	int64_t row = bot_query_get_int(&query, 1, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (error == BOT_NOT_FOUND)
		return bot_txn_note_echo(store, txn, event, echo ? echo : &unused);
	if (echo)
		*echo = bot_row_may_be_sent(store, row) ? BOT_ECHO_KNOWN : BOT_ECHO_UNKNOWN;
	return error ? error : bot_outbox_done(store, row, event);
}

enum bot_error bot_outbox_take_reach(
	struct bot_store *store, const char *user, char txn[BOT_TXN_SIZE])
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_REACH);
	bot_query_text(&query, user);
	bot_query_one(&query);
	int64_t row = bot_query_get_int(&query, 1, INT64_MAX);
	const char *text = bot_query_get_text(&query);
	if (bot_outbox_fits(text, BOT_TXN_SIZE))
		strcpy(txn, text);
	enum bot_error error = bot_query_end(&query);
	return error ? error : bot_outbox_done(store, row, NULL);
}
