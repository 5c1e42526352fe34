/*
 * The original message of a waiting edit was either sent already, or waits before the edit in the
 * same lane. So when the edit becomes the first row of its lane, the store has the event id of the
 * original message.
 */
#include "bot/store/outbox.h"

#include "bot/store/outbox_rows.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/outbox_columns.h"
#include "bot/store/sql/post_rows.h"
#include "bot/store/sql/transaction_ids.h"

#define HANDS_KEPT 8
#define HANDS_MOST 16 /* how many hands one call of bot_outbox_drop_hands drops at most */

bool bot_outbox_is_text(enum bot_outbox_kind kind)
{
	return kind == BOT_OUT_MESSAGE || kind == BOT_OUT_EDIT || kind == BOT_OUT_FILE;
}

static enum bot_error delete_row(struct bot_store *store, int64_t row)
{
	bot_kept_row_remove(store, row);
	return bot_try_change(store, BOT_SQL_OUTBOX_DELETE, row);
}

/*
 * At most two edits of a post wait. Finds the edit, or the post's file, that the adapter has surely
 * not sent. Sets *row to 0 if there is no such row.
 */
static enum bot_error find_unsent(struct bot_store *store, int64_t post, int64_t *row)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_EDITS, post);
	*row = 0;
	while (bot_query_row(query)) {
		int64_t edit = bot_query_get_int(query, 1, INT64_MAX);
		if (!bot_row_may_be_sent(store, edit))
			*row = edit;
	}
	return bot_try_end(query);
}

/* Like find_unsent, for an edit. A lane that the store keeps has no file. */
static enum bot_error find_replaced(
	struct bot_store *store, const struct bot_letter *letter, int64_t *row)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, letter->private, letter->to);
	if (!lane)
		return find_unsent(store, letter->edits, row);
	*row = 0;
	for (const struct bot_kept_row *kept = lane->first; kept; kept = kept->next)
		if (kept->post == letter->edits && kept->row.kind == BOT_OUT_EDIT &&
			!bot_row_may_be_sent(store, kept->row.id))
			*row = kept->row.id;
	return BOT_OK;
}

/*
 * Prepares the outbox for `letter`, a new edit of a post. Sets *kind to BOT_OUT_EDIT, or to the
 * kind of a new message if the post has no message that an edit can change.
 *
 * Removes the waiting edit of the same post, because the new edit replaces this edit. It replaces a
 * waiting picture, too: nobody has to see an old picture first. But if the adapter may have sent
 * the waiting row, this row stays, and the new edit waits behind it. Otherwise the homeserver might
 * process the older edit late, and its text would replace the newer text. The new edit never
 * replaces an original message without a file, even if this message waits. The adapter may have
 * sent the original message, and only the homeserver's answer was lost. The homeserver would then
 * recognize the transaction id and ignore the changed text.
 */
static enum bot_error replace(struct bot_store *store, const struct bot_letter *letter,
	struct bot_edited_post *edited, enum bot_outbox_kind *kind)
{
	int64_t row = 0;
	enum bot_error error = bot_post_find_edited(store, letter, edited);
	if (!error)
		error = find_replaced(store, letter, &row);
	if (!error && row)
		error = delete_row(store, row);
	/* If this row was the post's picture, the post has no message any more. */
	if (!error && row && !edited->event[0])
		error = bot_post_find_edited(store, letter, edited);
	if (error)
		return error;
	*kind = edited->editable    ? BOT_OUT_EDIT
		: letter->file.data ? BOT_OUT_FILE
				    : BOT_OUT_MESSAGE;
	if (!edited->editable)
		bot_pictures_change(store, edited->match);
	return BOT_OK;
}

enum bot_error bot_outbox_is_unsent(struct bot_store *store, int64_t post, bool *unsent)
{
	int64_t row;

	enum bot_error error = find_unsent(store, post, &row);
	*unsent = !error && row != 0;
	return error;
}

/* Drops a message together with the optional rows that would change it. */
static enum bot_error give_up(struct bot_store *store, int64_t row)
{
	return bot_outbox_done(store, row, NULL);
}

enum bot_error bot_outbox_take_back(struct bot_store *store, int64_t post)
{
	int64_t row = 0;
	enum bot_error error =
		bot_try_number(BOT_QUERY(store, BOT_SQL_OUTBOX_MESSAGE, post), 1, INT64_MAX, &row);

	if (!error && bot_row_may_be_sent(store, row))
		return BOT_NOT_FOUND;
	return error ? error : give_up(store, row);
}

/*
 * Whether a lane that the store keeps has so few hands of the match that none is dropped. The first
 * row of the lane does not count.
 */
static bool has_few_hands(const struct bot_kept_lane *lane, int64_t match)
{
	size_t count = 0;

	for (const struct bot_kept_row *row = lane->first; row; row = row->next)
		count += row->is_hand && row->row.match == match;
	return count <= HANDS_KEPT;
}

/* Drops the optional messages of a match in a lane that the store keeps. */
static enum bot_error drop_notices(
	struct bot_store *store, const struct bot_kept_lane *lane, int64_t match)
{
	const struct bot_kept_row *row = lane->first;
	enum bot_error error = BOT_OK;

	while (row && !error) {
		const struct bot_outbox_row *notice = &row->row;

		row = row->next;
		if (notice->optional && notice->kind == BOT_OUT_MESSAGE && notice->match == match)
			error = delete_row(store, notice->id);
	}
	return error;
}

enum bot_error bot_outbox_drop_hands(struct bot_store *store, const char *user, int64_t match)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, true, user);
	if (lane && has_few_hands(lane, match)) {
		bot_lane_note_kept(store, true, user);
		return drop_notices(store, lane, match);
	}
	bot_lane_note(store, true, user);
	enum bot_error error = bot_try_each(
		BOT_QUERY(store, BOT_SQL_OUTBOX_HANDS, user, match, HANDS_MOST, HANDS_KEPT),
		give_up);
	if (error)
		return error;
	return bot_try_write(BOT_QUERY(store, BOT_SQL_OUTBOX_DROP_NOTICES, user, match));
}

enum bot_error bot_outbox_has_optional(
	struct bot_store *store, const char *user, int64_t match, bool *waits)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, true, user);
	const struct bot_kept_row *row = lane ? lane->first : NULL;

	if (!lane)
		return bot_try_bool(
			BOT_QUERY(store, BOT_SQL_OUTBOX_HAS_OPTIONAL, user, match), waits);
	while (row && !(row->row.optional && row->row.match == match))
		row = row->next;
	*waits = row != NULL;
	return BOT_OK;
}

static enum bot_error insert_row(
	struct bot_store *store, const struct bot_letter *letter, int64_t *row)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_ADD);

	bot_outbox_bind(query, letter);
	return bot_try_add(query, row);
}

static enum bot_error is_practice(struct bot_store *store, int64_t match, bool *practice)
{
	return bot_try_kept(store,
		&(struct bot_kept_query){.sql = BOT_SQL_MATCH_IS_PRACTICE, .number = match},
		bot_row_bool, practice, sizeof(*practice));
}

/* Finds out what an adapter gets with a message that has a new post, or no post. */
static enum bot_error find_new_post(
	struct bot_store *store, const struct bot_letter *letter, struct bot_edited_post *found)
{
	*found = (struct bot_edited_post){
		.round_end = letter->role == BOT_POST_WAITING_HAND, .match = letter->match};
	return letter->match ? is_practice(store, letter->match, &found->practice) : BOT_OK;
}

/*
 * Keeps a new row in memory, if the store keeps its lane. `letter` is the letter as the host gave
 * it, and `edited` the post that it edits, or NULL if it is a new message.
 */
static enum bot_error keep_row(struct bot_store *store, const struct bot_letter *row,
	const struct bot_letter *letter, const struct bot_edited_post *edited, int64_t id)
{
	/* Whether the challenge still waits, and the event that is edited, may change. */
	bool changes = row->commitment || row->file.data || (edited && !edited->event[0]);
	struct bot_edited_post post;
	enum bot_error error = BOT_OK;

	if (!bot_kept_lane_find(store, row->private, row->to))
		return BOT_OK;
	if (edited)
		post = *edited;
	else
		error = find_new_post(store, letter, &post);
	if (error || changes) {
		bot_kept_lane_forget(store, row->private, row->to);
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	}
	struct bot_kept_row kept = {.row = {.id = id,
					    .edits = post.event[0] ? post.event : NULL,
					    .match = post.match,
					    .practice = post.practice,
					    .round_end = post.round_end,
					    .board = post.board},
		.post = row->edits,
		.is_choices = !edited && letter->turn != 0,
		.is_hand = !edited && row->kind == BOT_OUT_MESSAGE &&
			   (letter->turn != 0 || letter->role == BOT_POST_HAND ||
				   letter->role == BOT_POST_WAITING_HAND)};
#define COPY_FIELD(field, ...) kept.row.field = row->field;
#define COPY(type, name, ...)  COPY_FIELD(__VA_ARGS__, )
	OUTBOX_PLACE(COPY, COPY)
	OUTBOX_CONTENT(COPY, COPY)
	bot_kept_row_add(store, &kept);
	return BOT_OK;
}

/* Adds a row. If its echo has arrived already, the row is done at once. */
static enum bot_error add_row(struct bot_store *store, const struct bot_letter *letter,
	enum bot_outbox_kind kind, int64_t post, const struct bot_edited_post *edited)
{
	char txn[BOT_TXN_SIZE], event[BOT_ID_SIZE] = "";
	struct bot_letter row = *letter;
	int64_t id = 0;
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
	if (!error)
		error = keep_row(store, &row, letter, edited, id);
	return error || !*event ? error : bot_outbox_done(store, id, event);
}

/* Drops the oldest optional row of a lane that the store keeps, if it has too many. */
static enum bot_error drop_kept(struct bot_store *store, const struct bot_kept_lane *lane)
{
	int64_t oldest = 0;
	size_t count = 0;

	for (const struct bot_kept_row *row = lane->first; row; row = row->next) {
		count += row->row.optional;
		oldest = row->row.optional && !oldest ? row->row.id : oldest;
	}
	return count < BOT_OPTIONAL_MOST ? BOT_OK : delete_row(store, oldest);
}

/* Drops the oldest optional rows of the letter's lane, so that there is place for one more. */
static enum bot_error drop_optional(struct bot_store *store, const struct bot_letter *letter)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, letter->private, letter->to);

	if (lane)
		return drop_kept(store, lane);

	return bot_try_write(BOT_QUERY(store, BOT_SQL_OUTBOX_DROP_OPTIONAL, letter->private,
		letter->to, BOT_OPTIONAL_MOST - 1));
}

enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	if (!bot_outbox_is_storable(letter))
		return BOT_INVALID;
	enum bot_outbox_kind kind = letter->kind;
	int64_t id = letter->edits;
	enum bot_error error = BOT_OK;
	struct bot_edited_post edited = {.editable = true};
	bool reaching = false;
	if (kind == BOT_OUT_REACH)
		error = bot_try_bool(
			BOT_QUERY(store, BOT_SQL_OUTBOX_REACHES, letter->to), &reaching);
	if (error || reaching)
		return error;
	bot_lane_note_kept(store, letter->private, letter->to);
	if (letter->optional)
		error = drop_optional(store, letter);
	if (!error && kind == BOT_OUT_EDIT)
		error = replace(store, letter, &edited, &kind);
	else if (!error && kind == BOT_OUT_REMOVE)
		error = bot_post_find_edited(store, letter, &edited);
	else if (!error && bot_outbox_is_text(kind) && (post || letter->match || letter->private))
		error = bot_post_add(store, letter, &id);
	bool given_up = kind == letter->kind ? !edited.editable : letter->optional;
	if (!error && !given_up)
		error = add_row(store, letter, kind, id, letter->edits ? &edited : NULL);
	if (!error && post)
		*post = id;
	return error;
}

enum bot_error bot_outbox_withdraw(struct bot_store *store, const char *room)
{
	bot_lane_note(store, false, room);
	return bot_try_change_text(store, BOT_SQL_OUTBOX_WITHDRAW, room);
}
