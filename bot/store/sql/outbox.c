/*
 * The original message of a waiting edit was either sent already, or waits before the edit in the
 * same lane. So when the edit becomes the first row of its lane, the store has the event id of the
 * original message.
 */
#include "bot/store/outbox.h"

#include "bot/base/attempt.h"
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

static void delete_row(struct bot_store *store, int64_t row)
{
	bot_kept_row_remove(store, row);
	bot_query_change(store, BOT_SQL_OUTBOX_DELETE, row);
}

/*
 * At most two edits of a post wait. Finds the edit, or the post's file, that the adapter has surely
 * not sent. Returns 0 if there is no such row.
 */
static int64_t find_unsent(struct bot_store *store, int64_t post)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_EDITS, post);
	int64_t row = 0;
	while (bot_query_row(query)) {
		int64_t edit = bot_query_get_int(query, 1, INT64_MAX);
		if (!bot_row_may_be_sent(store, edit))
			row = edit;
	}
	bot_query_end(query);
	return row;
}

/* Like find_unsent, for an edit. A lane that the store keeps has no file. */
static int64_t find_replaced(struct bot_store *store, const struct bot_letter *letter)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, letter->private, letter->to);
	if (!lane)
		return find_unsent(store, letter->edits);
	int64_t row = 0;
	for (const struct bot_kept_row *kept = lane->first; kept; kept = kept->next)
		if (kept->post == letter->edits && kept->row.kind == BOT_OUT_EDIT &&
			!bot_row_may_be_sent(store, kept->row.id))
			row = kept->row.id;
	return row;
}

/*
 * Prepares the outbox for `letter`, a new edit of a post. Sets *kind to BOT_OUT_EDIT, or to the
 * kind of a new message if the post has no message that an edit can change. Returns false if the
 * lane has no such post.
 *
 * Removes the waiting edit of the same post, because the new edit replaces this edit. It replaces a
 * waiting picture, too: nobody has to see an old picture first. But if the adapter may have sent
 * the waiting row, this row stays, and the new edit waits behind it. Otherwise the homeserver might
 * process the older edit late, and its text would replace the newer text. The new edit never
 * replaces an original message without a file, even if this message waits. The adapter may have
 * sent the original message, and only the homeserver's answer was lost. The homeserver would then
 * recognize the transaction id and ignore the changed text.
 */
static bool replace(struct bot_store *store, const struct bot_letter *letter,
	struct bot_edited_post *edited, enum bot_outbox_kind *kind)
{
	if (!bot_post_find_edited(store, letter, edited))
		return false;
	int64_t row = find_replaced(store, letter);
	if (row)
		delete_row(store, row);
	/* If this row was the post's picture, the post has no message any more. */
	if (row && !edited->event[0])
		bot_need(bot_post_find_edited(store, letter, edited));
	*kind = edited->editable    ? BOT_OUT_EDIT
		: letter->file.data ? BOT_OUT_FILE
				    : BOT_OUT_MESSAGE;
	if (!edited->editable)
		bot_pictures_change(store, edited->match);
	return true;
}

bool bot_outbox_is_unsent(struct bot_store *store, int64_t post)
{
	return find_unsent(store, post) != 0;
}

/* Drops a message together with the optional rows that would change it. */
static void give_up(struct bot_store *store, int64_t row)
{
	bot_outbox_done(store, row, NULL);
}

bool bot_outbox_take_back(struct bot_store *store, int64_t post)
{
	int64_t row = 0;

	if (!bot_query_number(BOT_QUERY(store, BOT_SQL_OUTBOX_MESSAGE, post), 1, INT64_MAX, &row) ||
		bot_row_may_be_sent(store, row))
		return false;
	give_up(store, row);
	return true;
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
static void drop_notices(struct bot_store *store, const struct bot_kept_lane *lane, int64_t match)
{
	const struct bot_kept_row *row = lane->first;

	while (row) {
		const struct bot_outbox_row *notice = &row->row;

		row = row->next;
		if (notice->optional && notice->kind == BOT_OUT_MESSAGE && notice->match == match)
			delete_row(store, notice->id);
	}
}

void bot_outbox_drop_hands(struct bot_store *store, const char *user, int64_t match)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, true, user);
	if (lane && has_few_hands(lane, match)) {
		bot_lane_note_kept(store, true, user);
		drop_notices(store, lane, match);
		return;
	}
	bot_lane_note(store, true, user);
	bot_query_each(BOT_QUERY(store, BOT_SQL_OUTBOX_HANDS, user, match, HANDS_MOST, HANDS_KEPT),
		give_up);
	bot_query_write(BOT_QUERY(store, BOT_SQL_OUTBOX_DROP_NOTICES, user, match));
}

bool bot_outbox_has_optional(struct bot_store *store, const char *user, int64_t match)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, true, user);
	const struct bot_kept_row *row = lane ? lane->first : NULL;

	if (!lane)
		return bot_query_true(BOT_QUERY(store, BOT_SQL_OUTBOX_HAS_OPTIONAL, user, match));
	while (row && !(row->row.optional && row->row.match == match))
		row = row->next;
	return row != NULL;
}

static int64_t insert_row(struct bot_store *store, const struct bot_letter *letter)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_ADD);

	bot_outbox_bind(query, letter);
	return bot_query_add(query);
}

static bool is_practice(struct bot_store *store, int64_t match)
{
	return bot_kept_bool(store,
		&(struct bot_kept_query){.sql = BOT_SQL_MATCH_IS_PRACTICE, .number = match}, false);
}

/* Finds out what an adapter gets with a message that has a new post, or no post. */
static struct bot_edited_post find_new_post(
	struct bot_store *store, const struct bot_letter *letter)
{
	return (struct bot_edited_post){.waiting_hand = letter->role == BOT_POST_WAITING_HAND,
		.match = letter->match,
		.practice = letter->match && is_practice(store, letter->match)};
}

/*
 * Keeps a new row in memory, if the store keeps its lane. `letter` is the letter as the host gave
 * it, and `edited` the post that it edits, or NULL if it is a new message.
 */
static void keep_row(struct bot_store *store, const struct bot_letter *row,
	const struct bot_letter *letter, const struct bot_edited_post *edited, int64_t id)
{
	/* Whether the challenge still waits, and the event that is edited, may change. */
	bool changes = row->commitment || row->file.data || (edited && !edited->event[0]);

	if (!bot_kept_lane_find(store, row->private, row->to))
		return;
	if (changes) {
		bot_kept_lane_forget(store, row->private, row->to);
		return;
	}
	const struct bot_edited_post post = edited ? *edited : find_new_post(store, letter);
	struct bot_kept_row kept = {.row = {.id = id,
					    .edits = post.event[0] ? post.event : NULL,
					    .match = post.match,
					    .practice = post.practice,
					    .waiting_hand = post.waiting_hand,
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
}

/* Adds a row. If its echo has arrived already, the row is done at once. */
static void add_row(struct bot_store *store, const struct bot_letter *letter,
	enum bot_outbox_kind kind, int64_t post, const struct bot_edited_post *edited)
{
	char txn[BOT_TXN_SIZE], event[BOT_ID_SIZE] = "";
	struct bot_letter row = *letter;

	if (!letter->txn)
		bot_txn_make(store, letter, txn, event);
	row.kind = kind;
	row.txn = letter->txn ? letter->txn : txn;
	row.edits = post;
	row.match = post ? 0 : letter->match;
	row.answers = letter->thread ? letter->answers : NULL;
	int64_t id = insert_row(store, &row);
	keep_row(store, &row, letter, edited, id);
	if (*event)
		bot_outbox_done(store, id, event);
}

/* Drops the oldest optional row of a lane that the store keeps, if it has too many. */
static void drop_kept(struct bot_store *store, const struct bot_kept_lane *lane)
{
	int64_t oldest = 0;
	size_t count = 0;

	for (const struct bot_kept_row *row = lane->first; row; row = row->next) {
		count += row->row.optional;
		oldest = row->row.optional && !oldest ? row->row.id : oldest;
	}
	if (count >= BOT_OPTIONAL_MOST)
		delete_row(store, oldest);
}

/* Drops the oldest optional rows of the letter's lane, so that there is place for one more. */
static void drop_optional(struct bot_store *store, const struct bot_letter *letter)
{
	const struct bot_kept_lane *lane = bot_kept_lane_find(store, letter->private, letter->to);

	if (lane)
		drop_kept(store, lane);
	else
		bot_query_write(BOT_QUERY(store, BOT_SQL_OUTBOX_DROP_OPTIONAL, letter->private,
			letter->to, BOT_OPTIONAL_MOST - 1));
}

bool bot_outbox_add(struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	if (!bot_outbox_is_storable(letter))
		bot_fail(BOT_INVALID);
	enum bot_outbox_kind kind = letter->kind;
	int64_t id = letter->edits;
	struct bot_edited_post edited = {.editable = true};
	bool found = true;
	if (kind == BOT_OUT_REACH &&
		bot_query_true(BOT_QUERY(store, BOT_SQL_OUTBOX_REACHES, letter->to)))
		return true;
	bot_lane_note_kept(store, letter->private, letter->to);
	if (letter->optional)
		drop_optional(store, letter);
	if (kind == BOT_OUT_EDIT)
		found = replace(store, letter, &edited, &kind);
	else if (kind == BOT_OUT_REMOVE)
		found = bot_post_find_edited(store, letter, &edited);
	else if (bot_outbox_is_text(kind) && (post || letter->match || letter->private))
		id = bot_post_add(store, letter);
	bool given_up = kind == letter->kind ? !edited.editable : letter->optional;
	if (found && !given_up)
		add_row(store, letter, kind, id, letter->edits ? &edited : NULL);
	if (found && post)
		*post = id;
	return found;
}

void bot_outbox_withdraw(struct bot_store *store, const char *room)
{
	bot_lane_note(store, false, room);
	bot_query_change_text(store, BOT_SQL_OUTBOX_WITHDRAW, room);
}
