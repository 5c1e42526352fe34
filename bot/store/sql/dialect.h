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
 * - NEXT(parameter) is the next number of a table without deletions at its end. SQLite counts by
 *   itself, in fewer instructions than it needs to check a number that it gets.
 * - ?1 is a parameter. PostgreSQL's driver makes $1 of it.
 * - schema.sql names SQLite's own words in its first comment. postgresql/schema.cmake replaces
 * them.
 */
#ifndef BOT_STORE_SQL_DIALECT_H
#define BOT_STORE_SQL_DIALECT_H

#ifdef BOT_POSTGRESQL
#define INDEXED_BY(index) ""
#define ADDED(id)         " RETURNING " #id
#define NEXT(parameter)   #parameter
#else
#define INDEXED_BY(index) " INDEXED BY " #index
#define ADDED(id)         ""
#define NEXT(parameter)   #parameter " AND NULL"
#endif

#endif
