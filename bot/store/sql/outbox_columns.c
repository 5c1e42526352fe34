#include "bot/store/sql/outbox_columns.h"

#include "bot/base/utf8.h"
#include "bot/store/sql/rows.h"

#include <string.h>

static const char *const bot_outbox_kind_names[] = {
	[BOT_OUT_MESSAGE] = "message",
	[BOT_OUT_EDIT] = "edit",
	[BOT_OUT_REMOVE] = "remove",
	[BOT_OUT_FILE] = "file",
	[BOT_OUT_REACH] = "reach",
	[BOT_OUT_JOIN] = "join",
	[BOT_OUT_LEAVE] = "leave",
};

/* Whether a row of this kind has a body. */
static bool has_body(enum bot_outbox_kind kind)
{
	return kind != BOT_OUT_REMOVE && kind != BOT_OUT_REACH && kind != BOT_OUT_JOIN &&
	       kind != BOT_OUT_LEAVE;
}

/* Whether a row of this kind changes the message of a post. */
static bool is_change(enum bot_outbox_kind kind)
{
	return kind == BOT_OUT_EDIT || kind == BOT_OUT_REMOVE;
}

bool bot_outbox_fits(const char *text, size_t size)
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
	return bot_outbox_fits(text, BOT_NAME_SIZE) && text[strspn(text, letters)] == '\0';
}

static bool is_file(const struct bot_file *file)
{
	return is_plain(file->name, NAME_LETTERS) && is_plain(file->media, TYPE_LETTERS) &&
	       file->data && file->size > 0 && file->size <= BOT_FILE_MAX;
}

static bool may_be_optional(const struct bot_letter *letter)
{
	return is_change(letter->kind) || (letter->private && letter->kind == BOT_OUT_MESSAGE);
}

bool bot_outbox_is_storable(const struct bot_letter *letter)
{
	return (unsigned)letter->kind < (unsigned)BOT_NAMES(bot_outbox_kind_names) &&
	       bot_outbox_fits(letter->to, BOT_ID_SIZE) &&
	       (!letter->txn || bot_outbox_fits(letter->txn, BOT_TXN_SIZE)) &&
	       (!letter->thread || (bot_outbox_fits(letter->thread, BOT_ID_SIZE) &&
					   bot_outbox_fits(letter->answers, BOT_ID_SIZE))) &&
	       (letter->body || !has_body(letter->kind)) &&
	       is_change(letter->kind) == (letter->edits != 0) &&
	       (!letter->optional || may_be_optional(letter)) &&
	       (letter->optional || letter->kind != BOT_OUT_REMOVE) &&
	       (!letter->clear || (letter->kind == BOT_OUT_MESSAGE && !letter->private)) &&
	       ((letter->kind != BOT_OUT_FILE && !letter->file.data) || is_file(&letter->file));
}

const char *bot_outbox_kind_name(enum bot_outbox_kind kind)
{
	return bot_outbox_kind_names[kind];
}

void bot_outbox_bind(struct bot_query *query, const struct bot_letter *row)
{
#define BIND_UTF8(field)  bot_query_text(query, row->field)
#define BIND_PLAIN(field) bot_query_text(query, row->field)
#define BIND_FILE(field)  bot_query_blob(query, row->field.data, row->field.size)
#define BIND_RING(field)  bot_query_int(query, row->field == BOT_RING)
	OUTBOX(BIND, BIND)
}

/*
 * Adapters need UTF-8, because they put the texts into JSON. The bot writes only UTF-8, so other
 * bytes mean that the row is damaged.
 */
static const char *get_utf8(struct bot_query *query)
{
	const char *text = bot_query_get_text(query);

	if (text && !bot_utf8_is_valid(text))
		query->error = BOT_STORE_CORRUPT;
	return text;
}

/* Whether an adapter may get the row. */
static bool is_sendable(const struct bot_outbox_row *row)
{
	return bot_outbox_fits(row->to, BOT_ID_SIZE) && bot_outbox_fits(row->txn, BOT_TXN_SIZE) &&
	       (row->body || !has_body(row->kind)) &&
	       (!is_change(row->kind) || bot_outbox_fits(row->edits, BOT_ID_SIZE)) &&
	       (!row->thread || (bot_outbox_fits(row->thread, BOT_ID_SIZE) &&
					bot_outbox_fits(row->answers, BOT_ID_SIZE))) &&
	       ((row->kind != BOT_OUT_FILE && !row->file.name) || is_file(&row->file));
}

void bot_outbox_get(struct bot_query *query, struct bot_outbox_row *row)
{
#define GET_UTF8(field)  row->field = get_utf8(query)
#define GET_PLAIN(field) row->field = bot_query_get_text(query) /* is_file checks it */
#define GET_FILE(field)  row->field.data = bot_query_get_blob(query, &row->field.size)
#define GET_RING(field)  row->field = bot_query_get_bool(query) ? BOT_RING : BOT_QUIET
	row->id = bot_query_get_int(query, 1, INT64_MAX);
	OUTBOX_PLACE(GET, GET)
	OUTBOX_CONTENT(GET, GET)
	OUTBOX_FOUND(GET)
	if (!query->error && !is_sendable(row))
		query->error = BOT_STORE_CORRUPT;
}
