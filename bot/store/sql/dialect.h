/*
 * The dialect of SQL in statements.def and schema.sql. It is what SQLite and PostgreSQL have in
 * common, so that one text of each statement and of the schema serves both. For example, it has
 * CASE instead of iif(), IS NOT DISTINCT FROM instead of IS, and ON CONFLICT with the columns of a
 * key instead of OR REPLACE. A source that includes statements.def includes this header first; a
 * source of PostgreSQL's driver defines BOT_POSTGRESQL before it.
 *
 * PostgreSQL finds the type of a parameter where the parameter is compared with a column first, so
 * "?1 IS NULL" comes after such a place.
 *
 * This is the whole list of what the two do not have in common:
 * - INDEXED_BY(index) forbids SQLite another plan. PostgreSQL has no such words, and does without.
 * - ADDED(id) returns the id of a new row. SQLite knows the id without the word RETURNING, which
 *   would make it build a table of the rows that it returns.
 * - OWN("outbox") has only the rows of this account: see postgresql/accounts.sql. A file has one
 * account.
 * - AND_NOT_BEGUN_ELSEWHERE leaves out the rows of the outbox that the daemon of another account
 * may have begun to send: those that no other row of their lane comes before, but rows that need
 * not be done first (bot_outbox_first). All rows of this account stay, since this daemon knows
 * itself what it has begun to send. A file has no other account.
 * - ?1 is a parameter. PostgreSQL's driver makes $1 of it.
 * - schema.sql names SQLite's own words in its first comment. postgresql/schema.cmake replaces
 * them.
 */
#ifndef BOT_STORE_SQL_DIALECT_H
#define BOT_STORE_SQL_DIALECT_H

#ifdef BOT_POSTGRESQL
#define INDEXED_BY(index) ""
#define ADDED(id)         " RETURNING " #id
#define OWN(table)        "own_" table
#define AND_NOT_BEGUN_ELSEWHERE                                                                    \
	" AND (account = own_account() OR (optional = 0 AND EXISTS (SELECT 1 FROM outbox AS "      \
	"before"                                                                                   \
	" WHERE before.account = outbox.account AND before.private = outbox.private"               \
	" AND before.lane = outbox.lane AND before.optional = 0 AND before.id < outbox.id"         \
	" AND before.name IS NULL AND before.kind <> 'widget')))"
#else
#define INDEXED_BY(index)       " INDEXED BY " #index
#define ADDED(id)               ""
#define OWN(table)              table
#define AND_NOT_BEGUN_ELSEWHERE ""
#endif

#endif
