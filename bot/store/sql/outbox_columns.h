/* The columns of the table outbox. These lists make the SQL, the binding and the reading. */
#ifndef BOT_STORE_SQL_OUTBOX_COLUMNS_H
#define BOT_STORE_SQL_OUTBOX_COLUMNS_H

#include "bot/store/outbox_rows.h"
#include "bot/store/sql/columns.h"
#include "bot/store/sql/query.h"

/*
 * Each line has a type, the column, and the field of struct bot_letter, from which it is written,
 * and of struct bot_outbox_row, into which it is read:
 *   FLAG(field)      a bool
 *   NUMBER(field)
 *   TEXT(field)      UTF-8, or NULL
 *   PLAIN(field)     a text that is_file checks
 *   BYTES(field, size field)
 *   KIND(field), RING(field)
 *   ROW(field)       the id of another row, or NULL if it is 0
 *
 * The first list says where a row is sent, and what it answers.
 */
#define OUTBOX_PLACE(FIRST, NEXT)                                                                  \
	FIRST(KIND, kind, kind)                                                                    \
	NEXT(FLAG, private, private)                                                               \
	NEXT(TEXT, lane, to)                                                                       \
	NEXT(TEXT, txn, txn)                                                                       \
	NEXT(TEXT, thread, thread)                                                                 \
	NEXT(TEXT, answers, answers)
/* A row that is moved or sent again keeps these columns. */
#define OUTBOX_CONTENT(FIRST, NEXT)                                                                \
	FIRST(NUMBER, made, made)                                                                  \
	NEXT(FLAG, optional, optional)                                                             \
	NEXT(FLAG, clear, clear)                                                                   \
	NEXT(RING, ring, ring)                                                                     \
	NEXT(TEXT, mentions, mentions)                                                             \
	NEXT(TEXT, body, body)                                                                     \
	NEXT(TEXT, html, html)                                                                     \
	NEXT(PLAIN, name, file.name)                                                               \
	NEXT(PLAIN, media, file.media)                                                             \
	NEXT(BYTES, data, file.data, file.size)                                                    \
	NEXT(TEXT, choices, choices)                                                               \
	NEXT(TEXT, commitment, commitment)                                                         \
	NEXT(TEXT, reactions, reactions)                                                           \
	NEXT(TEXT, via, via)
/* Such a row keeps these columns, too. They are in a letter, but an adapter does not get them. */
#define OUTBOX_LINKS(FIRST, NEXT)                                                                  \
	FIRST(ROW, post_id, edits)                                                                 \
	NEXT(ROW, match_id, match)                                                                 \
	NEXT(TEXT, origin, origin)
/* What an adapter gets from other tables. Each line has SQL in place of a column. */
#define OUTBOX_FOUND(NEXT)                                                                         \
	NEXT(TEXT, "CASE WHEN kind IN ('edit', 'remove') THEN event END", edits)                   \
	NEXT(FLAG, "coalesce(role, 'other') = 'round end'", round_end)                             \
	/* guests are not in the room: bot/call/guests.h */                                        \
	NEXT(TEXT,                                                                                 \
		"CASE WHEN commitment IS NOT NULL AND matches.status = 'challenge'"                \
		" AND NOT (EXISTS (SELECT 1 FROM settings WHERE scope = 'room'"                    \
		"  AND settings.id = matches.room AND key = 'lobby')"                              \
		" AND EXISTS (SELECT 1 FROM matches AS old WHERE old.room = matches.room"          \
		"  AND old.white IN (matches.white, matches.black)"                                \
		"  AND old.black IN (matches.white, matches.black) AND old.ended > 0))"            \
		" THEN CASE WHEN matches.challenger = 'white' THEN black ELSE white END END",      \
		challenged)                                                                        \
	NEXT(NUMBER, "matches.id", match)                                                          \
	NEXT(FLAG, "coalesce(practice, 'none') <> 'none'", practice)                               \
	NEXT(FLAG,                                                                                 \
		"EXISTS (SELECT 1 FROM outbox AS later WHERE later.private = outbox.private"       \
		" AND later.lane = outbox.lane AND later.id > outbox.id"                           \
		" AND later.optional = 0)",                                                        \
		followed)

/* All columns but `id`, in the order in which bot_outbox_bind needs them. */
#define OUTBOX_COLUMNS COLUMNS(OUTBOX_PLACE) MORE_COLUMNS(OUTBOX_CONTENT) MORE_COLUMNS(OUTBOX_LINKS)
#define OUTBOX_PARAMETERS                                                                          \
	PARAMETERS(OUTBOX_PLACE) MORE_PARAMETERS(OUTBOX_CONTENT) MORE_PARAMETERS(OUTBOX_LINKS)

/* The columns that bot_outbox_get needs; the columns that a copy keeps begin with a comma. */
#define OUTBOX_QUALIFIED(type, name, ...) ", outbox." #name
#define OUTBOX_SQL(type, sql, ...)        ", " sql
#define OUTBOX_ROW                                                                                 \
	"outbox.id" OUTBOX_PLACE(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED)                               \
		OUTBOX_CONTENT(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED) OUTBOX_FOUND(OUTBOX_SQL)
#define OUTBOX_COPIED MORE_COLUMNS(OUTBOX_CONTENT) MORE_COLUMNS(OUTBOX_LINKS)
#define OUTBOX_COPIED_FROM                                                                         \
	OUTBOX_CONTENT(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED)                                         \
	OUTBOX_LINKS(OUTBOX_QUALIFIED, OUTBOX_QUALIFIED)

/* Whether all fields of `letter` are valid. */
bool bot_outbox_is_storable(const struct bot_letter *letter);
/* Binds the fields of a letter. Its `edits` is the row's post, and its `txn` is not NULL. */
void bot_outbox_bind(struct bot_query *query, const struct bot_letter *letter);
/* Gets a row. The error of the query becomes BOT_STORE_CORRUPT if a field is not valid. */
void bot_outbox_get(struct bot_query *query, struct bot_outbox_row *row);

/* Whether an adapter may get the row. */
bool bot_outbox_is_sendable(const struct bot_outbox_row *row);

/* Returns the name of a kind, as a static string. */
const char *bot_outbox_kind_name(enum bot_outbox_kind kind);

/*
 * Whether a text is not empty and fits into an array of `size` bytes. Adapters copy identifiers and
 * transaction ids into such arrays.
 */
bool bot_outbox_fits(const char *text, size_t size);

#endif
