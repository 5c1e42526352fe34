/*
 * The outbox. A row that waits is a message, or an edit whose original was sent or waits before it
 * in the same lane, so that the original's event is known by the time the edit is first.
 */
#include "bot/outbox.h"

#include "bot/store/posts.h"
#include "bot/store/query.h"
#include "bot/store/sending.h"

#include <string.h>

static const char *const kinds[] = {
	[BOT_OUT_MESSAGE] = "message",
	[BOT_OUT_EDIT] = "edit",
	[BOT_OUT_FILE] = "file",
	[BOT_OUT_REACH] = "reach",
	[BOT_OUT_JOIN] = "join",
	[BOT_OUT_LEAVE] = "leave",
};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

bool bot_outbox_is_text(enum bot_outbox_kind kind)
{
	return kind == BOT_OUT_MESSAGE || kind == BOT_OUT_EDIT || kind == BOT_OUT_FILE;
}

/* Adapters copy these into arrays of the sizes that the contract names. */
static bool fits(const char *text, size_t size)
{
	return text && *text && strnlen(text, size) < size;
}

/* Both become parts of requests. */
static bool is_plain(const char *text, const char *more)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789.-_";
	size_t length = 0;

	while (fits(text, BOT_NAME_SIZE) && text[length] &&
		(strchr(letters, text[length]) || strchr(more, text[length])))
		length++;
	return length > 0 && text[length] == '\0';
}

static bool is_file(const struct bot_file *file)
{
	return is_plain(file->name, "") && is_plain(file->media, "/+;= ") && file->data &&
	       file->size > 0 && file->size <= BOT_FILE_MAX;
}

/* All that could fail later is looked at first, so that a refused letter leaves nothing behind. */
static bool storable(const struct bot_letter *letter)
{
	return (unsigned)letter->kind < (unsigned)KINDS && fits(letter->to, BOT_ID_SIZE) &&
	       fits(letter->txn, BOT_TXN_SIZE) &&
	       (letter->body || !bot_outbox_is_text(letter->kind)) &&
	       (letter->kind == BOT_OUT_EDIT) == (letter->edits != 0) &&
	       (letter->kind != BOT_OUT_FILE || is_file(&letter->file));
}

static enum bot_error change(struct bot_store *store, enum bot_sql sql, int64_t id)
{
	struct bot_query query;
	bot_query_begin(&query, store, sql);
	bot_query_int(&query, id);
	return bot_query_write(&query);
}

/* The edit of the post that was not sent yet; 0: there is none. */
static enum bot_error unsent_edit(struct bot_store *store, int64_t post, int64_t *row)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_EDITS);
	bot_query_int(&query, post);
	*row = 0;
	while (bot_query_row(&query)) {
		int64_t edit = bot_query_get_int(&query, 1, INT64_MAX);
		if (!bot_may_be_sent(store, edit))
			*row = edit;
	}
	return bot_query_end(&query);
}

/*
 * The edit takes the place of one that waits, but comes after one that may have been sent: the
 * homeserver may act on that one late, and then the older text would stand. Nor does it take the
 * place of its original, even when that waits too: the original may have been sent and only the
 * answer lost, and then the homeserver would drop a changed text under the known transaction id.
 */
static enum bot_error replace(
	struct bot_store *store, const struct bot_letter *letter, enum bot_outbox_kind *kind)
{
	bool stands;
	int64_t row;
	enum bot_error error = bot_post_stands(store, letter, &stands);
	if (!error)
		error = unsent_edit(store, letter->edits, &row);
	if (error)
		return error;
	*kind = stands ? BOT_OUT_EDIT : BOT_OUT_MESSAGE;
	return row ? change(store, BOT_SQL_OUTBOX_DELETE, row) : BOT_OK;
}

static enum bot_error add_row(struct bot_store *store, const struct bot_letter *letter,
	enum bot_outbox_kind kind, int64_t post)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_ADD);
	bot_query_text(&query, kinds[kind]);
	bot_query_int(&query, letter->private);
	bot_query_text(&query, letter->to);
	bot_query_text(&query, letter->txn);
	bot_query_text(&query, letter->body);
	bot_query_text(&query, letter->html);
	bot_query_int(&query, letter->ring == BOT_RING);
	bot_query_text(&query, letter->mention);
	bot_query_text(&query, letter->via);
	bot_query_opt_int(&query, post);
	bot_query_text(&query, letter->file.name);
	bot_query_text(&query, letter->file.media);
	bot_query_blob(&query, letter->file.data, letter->file.size);
	bot_query_text(&query, letter->choices);
	bot_query_int(&query, letter->made);
	return bot_query_write(&query);
}

enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	if (!storable(letter))
		return BOT_INVALID;
	enum bot_outbox_kind kind = letter->kind;
	int64_t id = letter->edits;
	enum bot_error error = BOT_OK;
	if (kind == BOT_OUT_EDIT)
		error = replace(store, letter, &kind);
	else if (bot_outbox_is_text(kind) && (post || letter->match))
		error = bot_post_add(store, letter, &id);
	if (!error)
		error = add_row(store, letter, kind, id);
	if (!error && post)
		*post = id;
	return error;
}

static void get_row(struct bot_query *query, struct bot_outbox_row *row)
{
	row->id = bot_query_get_int(query, 1, INT64_MAX);
	row->kind = (enum bot_outbox_kind)bot_query_get_name(query, kinds, KINDS);
	row->private = bot_query_get_int(query, 0, 1) == 1;
	row->to = bot_query_get_text(query);
	row->txn = bot_query_get_text(query);
	row->body = bot_query_get_text(query);
	row->html = bot_query_get_text(query);
	row->ring = bot_query_get_int(query, 0, 1) == 1 ? BOT_RING : BOT_QUIET;
	row->mention = bot_query_get_text(query);
	row->edits = bot_query_get_text(query);
	row->via = bot_query_get_text(query);
	row->file.name = bot_query_get_text(query);
	row->file.media = bot_query_get_text(query);
	row->file.data = bot_query_get_blob(query, &row->file.size);
	row->choices = bot_query_get_text(query);
	row->match = bot_query_get_int(query, 0, INT64_MAX);        /* NULL is 0 */
	row->made = bot_query_get_int(query, INT64_MIN, INT64_MAX); /* the clock may be wrong */
	row->followed = bot_query_get_int(query, 0, 1) == 1;
	if (query->error)
		return;
	if (!fits(row->to, BOT_ID_SIZE) || !fits(row->txn, BOT_TXN_SIZE) ||
		(bot_outbox_is_text(row->kind) && !row->body) ||
		(row->kind == BOT_OUT_EDIT && !fits(row->edits, BOT_ID_SIZE)) ||
		(row->kind == BOT_OUT_FILE && !is_file(&row->file)))
		query->error = BOT_STORE_CORRUPT;
}

enum bot_error bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_HEADS);
	while (bot_query_row(&query)) {
		struct bot_outbox_row row;
		get_row(&query, &row);
		if (query.error == BOT_STORE_CORRUPT)
			store->damage = (struct bot_damage){.row = row.id};
		if (query.error || !take(self, &row))
			break;
	}
	return bot_query_end(&query);
}

enum bot_error bot_outbox_done(struct bot_store *store, int64_t row, const char *event)
{
	struct bot_query query;
	bot_outbox_not_sent(store, row); /* from here on it is known */
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_POST);
	bot_query_int(&query, row);
	bot_query_one(&query);
	int64_t post = bot_query_get_int(&query, 0, INT64_MAX); /* NULL is 0 */
	enum bot_error error = bot_query_end(&query);
	if (error == BOT_NOT_FOUND)
		return BOT_OK;
	if (!error && post && event)
		error = bot_post_sent(store, post, event);
	if (!error)
		error = change(store, BOT_SQL_OUTBOX_DELETE, row);
	/* The original was given up: the edit that waits behind it says it all. */
	if (!error && post && !event)
		error = change(store, BOT_SQL_OUTBOX_PROMOTE, post);
	return error;
}

enum bot_error bot_outbox_seen(
	struct bot_store *store, bool private, const char *to, const char *txn, const char *event)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_FIRST);
	bot_query_int(&query, private);
	bot_query_text(&query, to);
	bot_query_one(&query);
	int64_t row = bot_query_get_int(&query, 1, INT64_MAX);
	const char *first = bot_query_get_text(&query);
	bool same = first && strcmp(first, txn) == 0;
	enum bot_error error = bot_query_end(&query);
	if (error == BOT_NOT_FOUND || (!error && !same))
		return BOT_OK;
	return error ? error : bot_outbox_done(store, row, event);
}

static enum bot_error get_size(struct bot_query *query, size_t *size)
{
	bot_query_one(query);
	int64_t rows = bot_query_get_int(query, 0, INT64_MAX);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*size = (size_t)rows;
	return error;
}

enum bot_error bot_outbox_size(struct bot_store *store, size_t *size)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_SIZE);
	return get_size(&query, size);
}

enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_LANE_SIZE);
	bot_query_int(&query, private);
	bot_query_text(&query, to);
	return get_size(&query, size);
}

enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_OLDEST);
	bot_query_one(&query);
	int64_t oldest = bot_query_get_int(&query, 1, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*made = oldest;
	return error;
}
