/*
 * One run of a prepared statement: begin it, bind the parameters in order, step to a row, get the
 * columns in order, end it. The first error stays in the query, and later calls then do nothing. So
 * a caller needs to check only the function that ends the query.
 */
#ifndef BOT_STORE_QUERY_H
#define BOT_STORE_QUERY_H

#include "bot/store/sqlite/connection.h"

struct bot_query {
	struct bot_store *store;
	sqlite3_stmt *statement;
	enum bot_error error;
	int bound;
	int column;
};

/* Every query must end with one of the functions at the end of this header. */
void bot_query_begin(struct bot_query *query, struct bot_store *store, enum bot_sql sql);

void bot_query_int(struct bot_query *query, int64_t value);
void bot_query_real(struct bot_query *query, double value);
/* A reference to another row: binds NULL for 0. */
void bot_query_opt_int(struct bot_query *query, int64_t value);
/*
 * These bind NULL for a NULL pointer. They do not copy: texts and bytes must live until the query
 * ends.
 */
void bot_query_text(struct bot_query *query, const char *text);
void bot_query_bytes(struct bot_query *query, const char *text, size_t size);
void bot_query_blob(struct bot_query *query, const void *bytes, size_t size);
/* An identifier to be stored. BOT_INVALID: it is NULL, empty or too long. */
void bot_query_id(struct bot_query *query, const char *id);
/* Like bot_query_id, but binds NULL for an empty identifier. */
void bot_query_opt_id(struct bot_query *query, const char *id);

/* Steps to the next row. False: there are no more rows, or an error. */
bool bot_query_row(struct bot_query *query);
/* Steps to the only row. BOT_NOT_FOUND: there is none. */
void bot_query_one(struct bot_query *query);

/* BOT_STORE_CORRUPT, and returns 0, if the value is not from `min` to `max`. NULL counts as 0. */
int64_t bot_query_get_int(struct bot_query *query, int64_t min, int64_t max);
/* BOT_STORE_CORRUPT, and returns false, if the value is not 0 or 1. */
bool bot_query_get_bool(struct bot_query *query);
/* Returns 0 after an error. */
double bot_query_get_real(struct bot_query *query);
/* The text lives until the next row or the end. Returns NULL for NULL, and after an error. */
const char *bot_query_get_text(struct bot_query *query);
/* The caller frees the text. BOT_STORE_CORRUPT: there is none. Returns NULL after an error. */
char *bot_query_copy_text(struct bot_query *query);
/* Like bot_query_get_text, for bytes. */
const void *bot_query_get_blob(struct bot_query *query, size_t *size);
/*
 * BOT_STORE_CORRUPT, and writes an empty identifier, if the text is too long. bot_query_get_id
 * allows no empty text and no NULL; bot_query_get_opt_id writes an empty identifier for NULL.
 */
void bot_query_get_id(struct bot_query *query, char id[BOT_ID_SIZE]);
void bot_query_get_opt_id(struct bot_query *query, char id[BOT_ID_SIZE]);
/* Returns the text's index in `names`. BOT_STORE_CORRUPT, and returns 0, if it is not there. */
int bot_query_get_name(struct bot_query *query, const char *const names[], int count);

/* After BOT_STORE_CORRUPT, notes that the rows of this match are damaged. 0: of no match. */
void bot_query_blame(struct bot_query *query, int64_t match);

/* Ends a query that reads. */
BOT_MUST_USE enum bot_error bot_query_end(struct bot_query *query);
/* Runs and ends a query that returns one number: 0 or more. */
BOT_MUST_USE enum bot_error bot_query_count(struct bot_query *query, size_t *count);
/* Runs and ends a query that changes rows. BOT_STORE_FAILED: outside a transaction. */
BOT_MUST_USE enum bot_error bot_query_write(struct bot_query *query);
/* Like bot_query_write. BOT_NOT_FOUND: the query changed no row. */
BOT_MUST_USE enum bot_error bot_query_write_one(struct bot_query *query);
/* Like bot_query_write_one, for a query that adds a row. *row: its number. */
BOT_MUST_USE enum bot_error bot_query_add(struct bot_query *query, int64_t *row);

/* Runs a whole query that changes rows and whose only parameter is a number. */
BOT_MUST_USE enum bot_error bot_query_change(
	struct bot_store *store, enum bot_sql sql, int64_t number);
/* Like bot_query_change; the parameter is an identifier. */
BOT_MUST_USE enum bot_error bot_query_change_id(
	struct bot_store *store, enum bot_sql sql, const char *id);

#endif
