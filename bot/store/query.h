/*
 * One run of a prepared statement: begin, bind in order, step, get the columns in order, end. The
 * first error sticks and makes the calls after it do nothing, so only the end need be checked.
 */
#ifndef BOT_STORE_QUERY_H
#define BOT_STORE_QUERY_H

#include "bot/store/database.h"

struct bot_query {
	struct bot_store *store;
	sqlite3_stmt *statement;
	enum bot_error error;
	int bound;
	int column;
};

/* Every query begun must be ended, by bot_query_end or bot_query_write. */
void bot_query_begin(struct bot_query *query, struct bot_store *store, enum bot_sql sql);

void bot_query_int(struct bot_query *query, int64_t value);
void bot_query_real(struct bot_query *query, double value);
/* A reference to another row: 0 is NULL. */
void bot_query_opt_int(struct bot_query *query, int64_t value);
/* Texts are not copied: they must live until the end of the query. NULL is NULL. */
void bot_query_text(struct bot_query *query, const char *text);
void bot_query_bytes(struct bot_query *query, const char *text, size_t size);
void bot_query_blob(struct bot_query *query, const void *bytes, size_t size);
/* An identifier that is stored: BOT_INVALID when NULL, empty or too long. */
void bot_query_id(struct bot_query *query, const char *id);

/* Whether there is another row. */
bool bot_query_row(struct bot_query *query);
/* The only row; BOT_NOT_FOUND when there is none. */
void bot_query_one(struct bot_query *query);

/* BOT_STORE_CORRUPT, and 0, when the value is not in the range. */
int64_t bot_query_get_int(struct bot_query *query, int64_t min, int64_t max);
/* 0 after an error. */
double bot_query_get_real(struct bot_query *query);
/* Lives until the next row or the end; NULL for NULL, and after an error. */
const char *bot_query_get_text(struct bot_query *query);
/* The same for bytes, and how many. */
const void *bot_query_get_blob(struct bot_query *query, size_t *size);
/* BOT_STORE_CORRUPT when there is no text, or one that does not fit; NULL is empty in _opt. */
void bot_query_get_id(struct bot_query *query, char id[BOT_ID_SIZE]);
void bot_query_get_opt_id(struct bot_query *query, char id[BOT_ID_SIZE]);
/* The index of the text among `count` names; BOT_STORE_CORRUPT, and 0, when it is none of them. */
int bot_query_get_name(struct bot_query *query, const char *const names[], int count);

/* If what was read can't be what was written, these rows are damaged. Nothing for a match of 0. */
void bot_query_blame(struct bot_query *query, int64_t match);

BOT_MUST_USE enum bot_error bot_query_end(struct bot_query *query);
/* Runs a change to its end; BOT_STORE_FAILED outside a transaction. */
BOT_MUST_USE enum bot_error bot_query_write(struct bot_query *query);
/* The same for a change of one row; BOT_NOT_FOUND when it changed none. */
BOT_MUST_USE enum bot_error bot_query_write_one(struct bot_query *query);
/* The same for a new row, and which it is. */
BOT_MUST_USE enum bot_error bot_query_add(struct bot_query *query, int64_t *row);

#endif
