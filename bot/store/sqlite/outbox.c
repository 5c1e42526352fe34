/*
 * The original message of a waiting edit was either sent already, or waits before the edit in the
 * same lane. So when the edit becomes the first row of its lane, the store has the event id of the
 * original message.
 */
#include "bot/store/outbox.h"

#include "bot/store/outbox_rows.h"
#include "bot/store/sqlite/lane_notes.h"
#include "bot/store/sqlite/outbox_columns.h"
#include "bot/store/sqlite/post_rows.h"
#include "bot/store/sqlite/sent_rows.h"
#include "bot/store/sqlite/transaction_ids.h"

#define HANDS_KEPT 8
#define HANDS_MOST 16 /* how many hands one call of bot_outbox_drop_hands drops at most */

bool bot_outbox_is_text(enum bot_outbox_kind kind)
{
	return kind == BOT_OUT_MESSAGE || kind == BOT_OUT_EDIT || kind == BOT_OUT_FILE;
}

static enum bot_error delete_row(struct bot_store *store, int64_t row)
{
	return bot_query_change(store, BOT_SQL_OUTBOX_DELETE, row);
}

/*
 * At most two edits of a post wait. Finds the edit, or the post's file, that the adapter has surely
 * not sent. Sets *row to 0 if there is no such row.
 */
static enum bot_error unsent_row(struct bot_store *store, int64_t post, int64_t *row)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_EDITS);
	bot_query_int(&query, post);
	*row = 0;
	while (bot_query_row(&query)) {
		int64_t edit = bot_query_get_int(&query, 1, INT64_MAX);
		if (!bot_row_may_be_sent(store, edit))
			*row = edit;
	}
	return bot_query_end(&query);
}

/*
 * Prepares the outbox for `letter`, a new edit of a post. Sets *kind to BOT_OUT_EDIT, or to the
 * kind of a new message if the post has no message that an edit can change.
 *
 * Removes the waiting edit of the same post, because the new edit replaces this edit. It replaces
 * a waiting picture, too: nobody has to see an old picture first. But if the adapter may have sent
 * the waiting row, this row stays, and the new edit waits behind it.
 * Otherwise the homeserver might process the older edit late, and its text would replace the newer
 * text. The new edit never replaces an original message without a file, even if this message waits.
 * The adapter may have sent the original message, and only the homeserver's answer was lost. The
 * homeserver would then recognize the transaction id and ignore the changed text.
 */
static enum bot_error replace(
	struct bot_store *store, const struct bot_letter *letter, enum bot_outbox_kind *kind)
{
	bool editable = false;
	int64_t row = 0;
	enum bot_error error = bot_post_is_editable(store, letter, &editable);
	if (!error)
		error = unsent_row(store, letter->edits, &row);
	if (!error && row)
		error = delete_row(store, row);
	/* If this row was the post's picture, the post has no message any more. */
	if (!error && row)
		error = bot_post_is_editable(store, letter, &editable);
	if (error)
		return error;
	*kind = editable ? BOT_OUT_EDIT : letter->file.data ? BOT_OUT_FILE : BOT_OUT_MESSAGE;
	return BOT_OK;
}

enum bot_error bot_outbox_is_unsent(struct bot_store *store, int64_t post, bool *unsent)
{
	int64_t row;

	enum bot_error error = unsent_row(store, post, &row);
	*unsent = !error && row != 0;
	return error;
}

/* Drops a message together with the optional rows that would change it. */
static enum bot_error give_up(struct bot_store *store, int64_t row)
{
	return bot_outbox_done(store, row, NULL);
}

enum bot_error bot_outbox_drop_hands(struct bot_store *store, const char *user, int64_t match)
{
	struct bot_query query;
	bot_lane_note(store, true, user);
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_HANDS);
	bot_query_text(&query, user);
	bot_query_int(&query, match);
	bot_query_int(&query, HANDS_MOST);
	bot_query_int(&query, HANDS_KEPT);
	enum bot_error error = bot_query_each(&query, give_up);
	if (error)
		return error;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_DROP_NOTICES);
	bot_query_text(&query, user);
	bot_query_int(&query, match);
	return bot_query_write(&query);
}

static enum bot_error insert_row(
	struct bot_store *store, const struct bot_letter *letter, int64_t *row)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_ADD);
	bot_outbox_bind(&query, letter);
	return bot_query_add(&query, row);
}

/* Adds a row. If its echo has arrived already, the row is done at once. */
static enum bot_error add_row(struct bot_store *store, const struct bot_letter *letter,
	enum bot_outbox_kind kind, int64_t post)
{
	char txn[BOT_TXN_SIZE], event[BOT_ID_SIZE] = "";
	struct bot_letter row = *letter;
	int64_t id;
	enum bot_error error = BOT_OK;

	if (!letter->txn)
		error = bot_txn_make(store, letter, txn, event);
	row.kind = kind;
	row.txn = letter->txn ? letter->txn : txn;
	row.edits = post;
	row.match = post ? 0 : letter->match;
	row.answers = letter->thread ? letter->answers : NULL;
	if (!error)
		error = insert_row(store, &row, &id);
	return error || !*event ? error : bot_outbox_done(store, id, event);
}

/* Whether a waiting row asks the adapter to reach the user. */
static enum bot_error is_reaching(struct bot_store *store, const char *user, bool *reaching)
{
	struct bot_query query;
	size_t count = 0;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_REACHES);
	bot_query_text(&query, user);
	enum bot_error error = bot_query_count(&query, &count);
	*reaching = count > 0;
	return error;
}

/* Drops the oldest optional rows of the letter's lane, so that there is place for one more. */
static enum bot_error drop_optional(struct bot_store *store, const struct bot_letter *letter)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_DROP_OPTIONAL);
	bot_query_int(&query, letter->private);
	bot_query_text(&query, letter->to);
	bot_query_int(&query, BOT_OPTIONAL_MOST - 1);
	return bot_query_write(&query);
}

enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	if (!bot_outbox_is_storable(letter))
		return BOT_INVALID;
	enum bot_outbox_kind kind = letter->kind;
	int64_t id = letter->edits;
	enum bot_error error = BOT_OK;
	bool reaching = false, has_message = true;
	if (kind == BOT_OUT_REACH)
		error = is_reaching(store, letter->to, &reaching);
	if (error || reaching)
		return error;
	bot_lane_note(store, letter->private, letter->to);
	if (letter->optional)
		error = drop_optional(store, letter);
	if (!error && kind == BOT_OUT_EDIT)
		error = replace(store, letter, &kind);
	else if (!error && kind == BOT_OUT_REMOVE)
		error = bot_post_is_editable(store, letter, &has_message);
	else if (!error && bot_outbox_is_text(kind) && (post || letter->match || letter->private))
		error = bot_post_add(store, letter, &id);
	bool given_up = !has_message || (letter->optional && kind != letter->kind);
	if (!error && !given_up)
		error = add_row(store, letter, kind, id);
	if (!error && post)
		*post = id;
	return error;
}

enum bot_error bot_outbox_withdraw(struct bot_store *store, const char *room)
{
	bot_lane_note(store, false, room);
	return bot_query_change_text(store, BOT_SQL_OUTBOX_WITHDRAW, room);
}
