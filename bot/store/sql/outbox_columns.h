/* Binds and gets rows of the table outbox. */
#ifndef BOT_STORE_SQL_OUTBOX_COLUMNS_H
#define BOT_STORE_SQL_OUTBOX_COLUMNS_H

#include "bot/store/outbox_rows.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"

/* Whether the room of a match may have guests, who are not in it (bot/call/guests.h). */
#define HAS_GUESTS                                                                                 \
	"EXISTS (SELECT 1 FROM settings WHERE scope = 'room'"                                      \
	" AND settings.id = matches.room AND key = 'lobby')"

/*
 * Whether a post is the board of its match, as a text or as a picture. Leaves out boards whose
 * players may not be in the room: a practice opponent, and guests.
 */
#define IS_BOARD                                                                                   \
	"coalesce(matches.board, 0) = coalesce(posts.id, -1) AND matches.practice = 'none'"        \
	" AND NOT " HAS_GUESTS

/* What an adapter gets from other tables. Each line has SQL in place of a column. */
#define OUTBOX_FOUND(NEXT)                                                                         \
	NEXT(UTF8, "CASE WHEN kind IN ('edit', 'remove') THEN event END", edits)                   \
	NEXT(BOOL, "coalesce(role, 'other') = 'round end'", waiting_hand)                          \
	NEXT(BOOL, IS_BOARD, board)                                                                \
	NEXT(UTF8,                                                                                 \
		"CASE WHEN commitment IS NOT NULL AND matches.status = 'challenge'"                \
		" AND NOT (" HAS_GUESTS                                                            \
		" AND EXISTS (SELECT 1 FROM matches AS old WHERE old.room = matches.room"          \
		"  AND old.white IN (matches.white, matches.black)"                                \
		"  AND old.black IN (matches.white, matches.black) AND old.ended > 0))"            \
		" THEN CASE WHEN matches.challenger = 'white' THEN black ELSE white END END",      \
		challenged)                                                                        \
	NEXT(NUMBER, "matches.id", match, int64_t, INT64_MIN, INT64_MAX)                           \
	NEXT(BOOL, "coalesce(practice, 'none') <> 'none'", practice)                               \
	NEXT(BOOL,                                                                                 \
		"EXISTS (SELECT 1 FROM outbox AS later WHERE later.private = outbox.private"       \
		" AND later.lane = outbox.lane AND later.id > outbox.id"                           \
		" AND later.optional = 0)",                                                        \
		followed)

/* The columns that bot_outbox_get needs; the columns that a copy keeps begin with a comma. */
#define OUTBOX_QUALIFIED(type, name, ...) ", outbox." #name
#define OUTBOX_SQL(type, sql, ...)        ", " sql
#define OUTBOX_ROW                                                                                 \
	"outbox.id" OUTBOX_PLACE(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED)                               \
		OUTBOX_CONTENT(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED) OUTBOX_FOUND(OUTBOX_SQL)
#define OUTBOX_COPIED MORE_COLUMNS(OUTBOX_CONTENT) MORE_COLUMNS(OUTBOX_LINK)
#define OUTBOX_COPIED_FROM                                                                         \
	OUTBOX_CONTENT(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED)                                         \
	OUTBOX_LINK(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED)

/* Whether all fields of `letter` are valid. */
bool bot_outbox_is_storable(const struct bot_letter *letter);
/* Binds the fields of a letter, in the order of COLUMNS(OUTBOX). Its `edits` is the row's post, and
 * its `txn` is not NULL. */
void bot_outbox_bind(struct bot_query *query, const struct bot_letter *letter);
/* Gets a row. The error of the query becomes BOT_STORE_CORRUPT if a field is not valid. */
void bot_outbox_get(struct bot_query *query, struct bot_outbox_row *row);

/* Returns the name of a kind, as a static string. */
const char *bot_outbox_kind_name(enum bot_outbox_kind kind);

/*
 * Whether a text is not empty and fits into an array of `size` bytes. Adapters copy identifiers and
 * transaction ids into such arrays.
 */
bool bot_outbox_fits(const char *text, size_t size);

#endif
