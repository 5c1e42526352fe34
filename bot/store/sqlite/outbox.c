/*
 * The original message of a waiting edit was either sent already, or waits before the edit in the
 * same lane. So when the edit becomes the first row of its lane, the store has the event id of the
 * original message.
 */
#include "bot/store/outbox.h"

#include "bot/base/memory.h"
#include "bot/base/utf8.h"
#include "bot/store/sqlite/lane_notes.h"
#include "bot/store/sqlite/post_rows.h"
#include "bot/store/sqlite/query.h"
#include "bot/store/sqlite/transaction_ids.h"

#include <string.h>

static const char *const kinds[] = {
	[BOT_OUT_MESSAGE] = "message",
	[BOT_OUT_EDIT] = "edit",
	[BOT_OUT_FILE] = "file",
	[BOT_OUT_REACH] = "reach",
	[BOT_OUT_JOIN] = "join",
	[BOT_OUT_LEAVE] = "leave",
	[BOT_OUT_WIDGET] = "widget",
};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

/* How many delayed rows the store remembers. At this number it forgets all of them. */
#define DELAYED_MOST 1000
#define HANDS_KEPT   8
#define HANDS_MOST   16 /* how many hands one call of bot_outbox_drop_hands drops at most */

bool bot_outbox_is_text(enum bot_outbox_kind kind)
{
	return kind == BOT_OUT_MESSAGE || kind == BOT_OUT_EDIT || kind == BOT_OUT_FILE;
}

/* Whether a row of this kind has a body. */
static bool has_body(enum bot_outbox_kind kind)
{
	return bot_outbox_is_text(kind) || kind == BOT_OUT_WIDGET;
}

/*
 * Whether a text is not empty and fits into an array of `size` bytes. Adapters copy identifiers and
 * transaction ids into such arrays.
 */
static bool fits(const char *text, size_t size)
{
	return text && *text && strnlen(text, size) < size;
}

/*
 * A file's name and media type may have only these characters, because both become parts of
 * requests.
 */
#define NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_"
#define TYPE_LETTERS NAME_LETTERS "/+;= "

static bool is_plain(const char *text, const char *letters)
{
	return fits(text, BOT_NAME_SIZE) && text[strspn(text, letters)] == '\0';
}

static bool is_file(const struct bot_file *file)
{
	return is_plain(file->name, NAME_LETTERS) && is_plain(file->media, TYPE_LETTERS) &&
	       file->data && file->size > 0 && file->size <= BOT_FILE_MAX;
}

/*
 * Whether all fields of `letter` are valid. bot_outbox_add calls this function before it changes
 * any row.
 */
static bool storable(const struct bot_letter *letter)
{
	return (unsigned)letter->kind < (unsigned)KINDS && fits(letter->to, BOT_ID_SIZE) &&
	       (!letter->txn || fits(letter->txn, BOT_TXN_SIZE)) &&
	       (!letter->thread ||
		       (fits(letter->thread, BOT_ID_SIZE) && fits(letter->answers, BOT_ID_SIZE))) &&
	       (letter->body || !has_body(letter->kind)) &&
	       (letter->kind == BOT_OUT_EDIT) == (letter->edits != 0) &&
	       (!letter->optional || (letter->kind == BOT_OUT_EDIT && letter->private)) &&
	       (!letter->clear || (letter->kind == BOT_OUT_MESSAGE && !letter->private)) &&
	       ((letter->kind != BOT_OUT_FILE && !letter->file.data) || is_file(&letter->file));
}

static void bind_lane(struct bot_query *query, bool private, const char *to)
{
	bot_query_int(query, private);
	bot_query_text(query, to);
}

/* Finds a row that the adapter may have sent and that the homeserver has not answered yet. */
static int64_t *find_sending(const struct bot_sending *sending, int64_t row)
{
	for (size_t i = 0; i < sending->count; i++)
		if (sending->row[i] == row)
			return &sending->row[i];
	return NULL;
}

static void note_row(struct bot_sending *sending, int64_t row)
{
	if (find_sending(sending, row))
		return;
	sending->row = bot_realloc(sending->row, (sending->count + 1) * sizeof *sending->row);
	sending->row[sending->count++] = row;
}

void bot_outbox_sending(struct bot_store *store, int64_t row)
{
	note_row(&store->sending, row);
}

void bot_outbox_delayed(struct bot_store *store, int64_t row)
{
	if (store->delayed.count == DELAYED_MOST)
		store->delayed.count = 0;
	note_row(&store->delayed, row);
}

void bot_outbox_not_sent(struct bot_store *store, int64_t row)
{
	int64_t *found = find_sending(&store->sending, row);

	if (found)
		*found = store->sending.row[--store->sending.count];
}

/* Whether the adapter, or an earlier process, may have sent a waiting row. */
static bool may_be_sent(const struct bot_store *store, int64_t row)
{
	return row <= store->sending.before || find_sending(&store->sending, row);
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
		if (!may_be_sent(store, edit))
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

enum bot_error bot_outbox_drop_hands(struct bot_store *store, const char *user, int64_t match)
{
	struct bot_query query;
	bot_lane_note(store, true, user);
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_HANDS);
	bot_query_text(&query, user);
	bot_query_int(&query, match);
	bot_query_int(&query, HANDS_MOST);
	bot_query_int(&query, HANDS_KEPT);
	return bot_query_each(&query, delete_row);
}

static enum bot_error insert_row(struct bot_store *store, const struct bot_letter *letter,
	const char *txn, enum bot_outbox_kind kind, int64_t post, int64_t *row)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_ADD);
	bot_query_text(&query, kinds[kind]);
	bind_lane(&query, letter->private, letter->to);
	bot_query_text(&query, txn);
	bot_query_text(&query, letter->body);
	bot_query_text(&query, letter->html);
	bot_query_int(&query, letter->ring == BOT_RING);
	bot_query_text(&query, letter->mentions);
	bot_query_text(&query, letter->via);
	bot_query_opt_int(&query, post);
	bot_query_text(&query, letter->file.name);
	bot_query_text(&query, letter->file.media);
	bot_query_blob(&query, letter->file.data, letter->file.size);
	bot_query_text(&query, letter->choices);
	bot_query_int(&query, letter->made);
	bot_query_opt_int(&query, post ? 0 : letter->match);
	bot_query_text(&query, letter->origin);
	bot_query_text(&query, letter->thread);
	bot_query_text(&query, letter->thread ? letter->answers : NULL);
	bot_query_text(&query, letter->commitment);
	bot_query_text(&query, letter->reactions);
	bot_query_int(&query, letter->optional);
	bot_query_int(&query, letter->clear);
	return bot_query_add(&query, row);
}

/* Adds a row. If its echo has arrived already, the row is done at once. */
static enum bot_error add_row(struct bot_store *store, const struct bot_letter *letter,
	enum bot_outbox_kind kind, int64_t post)
{
	char txn[BOT_TXN_SIZE], event[BOT_ID_SIZE] = "";
	int64_t row;
	enum bot_error error = BOT_OK;
	if (!letter->txn)
		error = bot_txn_make(store, letter, txn, event);
	if (!error)
		error = insert_row(
			store, letter, letter->txn ? letter->txn : txn, kind, post, &row);
	return error || !*event ? error : bot_outbox_done(store, row, event);
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

enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	if (!storable(letter))
		return BOT_INVALID;
	enum bot_outbox_kind kind = letter->kind;
	int64_t id = letter->edits;
	enum bot_error error = BOT_OK;
	bool reaching = false;
	if (kind == BOT_OUT_REACH)
		error = is_reaching(store, letter->to, &reaching);
	if (error || reaching)
		return error;
	bot_lane_note(store, letter->private, letter->to);
	if (letter->private)
		error = bot_query_change_text(store, BOT_SQL_OUTBOX_DROP_OPTIONAL, letter->to);
	if (!error && kind == BOT_OUT_EDIT)
		error = replace(store, letter, &kind);
	else if (!error && bot_outbox_is_text(kind) && (post || letter->match))
		error = bot_post_add(store, letter, &id);
	bool given_up = letter->optional && kind != BOT_OUT_EDIT;
	if (!error && !given_up)
		error = add_row(store, letter, kind, id);
	if (!error && post)
		*post = id;
	return error;
}

/*
 * Whether all texts of a row are UTF-8. Adapters need UTF-8, because they put the texts into JSON.
 * The bot writes only UTF-8, so other bytes mean that the row is damaged.
 */
static bool is_utf8(const struct bot_outbox_row *row)
{
	const char *const texts[] = {row->to, row->txn, row->body, row->html, row->mentions,
		row->edits, row->via, row->choices, row->thread, row->answers, row->commitment,
		row->reactions, row->challenged};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i] && !bot_utf8_is_valid(texts[i]))
			return false;
	return true;
}

static void get_row(struct bot_query *query, struct bot_outbox_row *row)
{
	row->id = bot_query_get_int(query, 1, INT64_MAX);
	row->kind = (enum bot_outbox_kind)bot_query_get_name(query, kinds, KINDS);
	row->private = bot_query_get_bool(query);
	row->to = bot_query_get_text(query);
	row->txn = bot_query_get_text(query);
	row->body = bot_query_get_text(query);
	row->html = bot_query_get_text(query);
	row->ring = bot_query_get_bool(query) ? BOT_RING : BOT_QUIET;
	row->mentions = bot_query_get_text(query);
	row->edits = bot_query_get_text(query);
	row->via = bot_query_get_text(query);
	row->file.name = bot_query_get_text(query);
	row->file.media = bot_query_get_text(query);
	row->file.data = bot_query_get_blob(query, &row->file.size);
	row->choices = bot_query_get_text(query);
	row->thread = bot_query_get_text(query);
	row->answers = bot_query_get_text(query);
	row->commitment = bot_query_get_text(query);
	row->reactions = bot_query_get_text(query);
	row->challenged = bot_query_get_text(query);
	row->match = bot_query_get_int(query, 0, INT64_MAX); /* NULL is 0 */
	row->practice = bot_query_get_bool(query);
	/* Any time is allowed, because the clock of the machine may have been wrong. */
	row->made = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	row->ends_poll = bot_query_get_bool(query);
	row->round_end = bot_query_get_bool(query);
	row->optional = bot_query_get_bool(query);
	row->clear = bot_query_get_bool(query);
	row->followed = bot_query_get_bool(query);
	if (query->error)
		return;
	if (!fits(row->to, BOT_ID_SIZE) || !fits(row->txn, BOT_TXN_SIZE) ||
		(has_body(row->kind) && !row->body) ||
		(row->kind == BOT_OUT_EDIT && !fits(row->edits, BOT_ID_SIZE)) ||
		(row->thread &&
			(!fits(row->thread, BOT_ID_SIZE) || !fits(row->answers, BOT_ID_SIZE))) ||
		((row->kind == BOT_OUT_FILE || row->file.name) && !is_file(&row->file)) ||
		!is_utf8(row))
		query->error = BOT_STORE_CORRUPT;
}

/* Runs and ends a query that returns rows. */
static enum bot_error get_rows(struct bot_query *query,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	while (bot_query_row(query)) {
		struct bot_outbox_row row;
		get_row(query, &row);
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
	bind_lane(&query, private, to);
	return get_rows(&query, take, self);
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
	if (fits(to, BOT_ID_SIZE))
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
		error = delete_row(store, row);
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
	bind_lane(&query, private, to);
	bot_query_text(&query, txn);
	bot_query_one(&query);
	int64_t row = bot_query_get_int(&query, 1, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (error == BOT_NOT_FOUND)
		return bot_txn_note_echo(store, txn, event, echo ? echo : &unused);
	if (echo)
		*echo = may_be_sent(store, row) ? BOT_ECHO_KNOWN : BOT_ECHO_UNKNOWN;
	return error ? error : bot_outbox_done(store, row, event);
}

enum bot_error bot_outbox_size(struct bot_store *store, size_t *size)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_SIZE);
	return bot_query_count(&query, size);
}

enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_LANE_SIZE);
	bind_lane(&query, private, to);
	return bot_query_count(&query, size);
}

enum bot_error bot_outbox_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	const char *via, const char *origin, size_t *count)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_WAITING);
	bot_query_text(&query, kinds[kind]);
	bot_query_text(&query, via);
	bot_query_text(&query, origin);
	return bot_query_count(&query, count);
}

enum bot_error bot_outbox_each_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	bool (*take)(void *self, const char *to, const char *via, const char *origin), void *self)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_EACH_WAITING);
	bot_query_text(&query, kinds[kind]);
	while (bot_query_row(&query)) {
		char to[BOT_ID_SIZE];

		bot_query_get_id(&query, to);
		const char *via = bot_query_get_text(&query);
		const char *origin = bot_query_get_text(&query);
		if (query.error || !take(self, to, via, origin))
			break;
	}
	return bot_query_end(&query);
}

enum bot_error bot_outbox_reaching(struct bot_store *store, const char *origin, size_t *count)
{
	bool of_origin = origin && *origin;
	size_t found = 0;
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_REACHING);
	bot_query_text(&query, origin);
	while (bot_query_row(&query)) {
		int64_t row = bot_query_get_int(&query, 1, INT64_MAX);

		found += of_origin || !find_sending(&store->delayed, row);
	}
	enum bot_error error = bot_query_end(&query);
	if (!error || error == BOT_NOT_FOUND)
		*count = found;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
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
	if (fits(text, BOT_TXN_SIZE))
		strcpy(txn, text);
	enum bot_error error = bot_query_end(&query);
	return error ? error : bot_outbox_done(store, row, NULL);
}

enum bot_error bot_outbox_withdraw(struct bot_store *store, const char *room)
{
	bot_lane_note(store, false, room);
	return bot_query_change_text(store, BOT_SQL_OUTBOX_WITHDRAW, room);
}

enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_OLDEST);
	return bot_query_number(&query, 1, INT64_MAX, made);
}

enum bot_error bot_outbox_last(struct bot_store *store, int64_t *row)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_LAST);
	return bot_query_number(&query, 0, INT64_MAX, row);
}

enum bot_error bot_outbox_has(struct bot_store *store, int64_t row, bool *waits)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_HAS);
	bot_query_int(&query, row);
	return bot_query_bool(&query, waits);
}
