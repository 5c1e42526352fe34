/*
 * A driver connects the store to a database. The code of the tables never calls a driver itself:
 * query.h has the queries, and bot/store/database.h the transactions.
 *
 * The functions of a query keep its first error in `error`, and are never called after an error,
 * except `end`. They never change a bound value before the query ends.
 */
#ifndef BOT_STORE_SQL_DRIVER_H
#define BOT_STORE_SQL_DRIVER_H

#include "bot/store/person.h"
#include "bot/store/sql/query.h"

struct bot_driver {
	/* See bot/store/database.h. `commit` fails outside a transaction. */
	enum bot_error (*begin)(struct bot_store *store, bool light);
	enum bot_error (*commit)(struct bot_store *store);
	void (*rollback)(struct bot_store *store);
	/* False also after the database has ended the transaction by itself. */
	bool (*is_in_transaction)(const struct bot_store *store);
	/* Closes the connection, and frees the store. */
	void (*close)(struct bot_store *store);

	/* See bot/store/files.h. */
	enum bot_error (*size)(struct bot_store *store, int64_t *bytes);
	/* See bot/store/database.h and bot/store/person.h. These are NULL if the store has no
	 * file. */
	bool (*is_file)(const struct bot_store *store);
	bool (*is_gone)(const struct bot_store *store);
	enum bot_error (*clean_log)(struct bot_store *store);
	/* See bot/store/database.h. These are NULL if the store has a file. */
	enum bot_error (*confirm)(struct bot_store *store);
	const char *(*leader)(const struct bot_store *store);
	enum bot_error (*is_copy)(struct bot_store *store, bool *is_copy);
	enum bot_error (*own_copy)(struct bot_store *store);
	/*
	 * Get and set the last id that the database has given to a row of a table, or 0. `column`
	 * is the table's column of ids.
	 */
	enum bot_error (*get_last_id)(
		struct bot_store *store, const char *table, const char *column, int64_t *id);
	enum bot_error (*set_last_id)(
		struct bot_store *store, const char *table, const char *column, int64_t id);

	/* Begin a query: with a statement of statements.def, or with another one. */
	void (*query)(struct bot_query *query, enum bot_sql sql);
	void (*query_once)(struct bot_query *query, const char *sql);
	/* Bind the next parameter. `text` and `bytes` may be NULL. */
	void (*bind_int)(struct bot_query *query, int64_t value);
	void (*bind_real)(struct bot_query *query, double value);
	void (*bind_text)(struct bot_query *query, const char *text, size_t size);
	void (*bind_blob)(struct bot_query *query, const void *bytes, size_t size);
	bool (*step)(struct bot_query *query);
	/*
	 * Runs a query that changes rows, and of which nobody reads anything. The database may
	 * refuse it later: then the next query of the transaction fails, or the commit.
	 */
	void (*write)(struct bot_query *query);
	/* Get a column of the row. NULL is 0, or a NULL pointer. */
	int64_t (*get_int)(struct bot_query *query, int column);
	double (*get_real)(struct bot_query *query, int column);
	const char *(*get_text)(struct bot_query *query, int column);
	const void *(*get_blob)(struct bot_query *query, int column, size_t *size);
	/* For a query that was begun with `query_once`. */
	int (*count_columns)(const struct bot_query *query);
	struct bot_column (*get_column)(struct bot_query *query, int column);
	/* How many rows the query has changed, and the id of the row that it has added. */
	int64_t (*count_changes)(const struct bot_query *query);
	int64_t (*get_added)(const struct bot_query *query);
	void (*end)(struct bot_query *query);
};

#endif
