/* The functions of SQLite's driver that run queries: see bot/store/sql/driver.h. */
#ifndef BOT_STORE_SQLITE_QUERIES_H
#define BOT_STORE_SQLITE_QUERIES_H

#include "bot/store/sql/driver.h"
#include "bot/store/sqlite/connection.h"

/* Prepares the statements of a store that has its tables. */
BOT_MUST_USE enum bot_error bot_sqlite_prepare(struct bot_file_store *file_store);
void bot_sqlite_finalize(struct bot_file_store *file_store);

void bot_sqlite_query(struct bot_query *query, enum bot_sql sql);
void bot_sqlite_query_once(struct bot_query *query, const char *sql);
void bot_sqlite_bind_int(struct bot_query *query, int64_t value);
void bot_sqlite_bind_real(struct bot_query *query, double value);
void bot_sqlite_bind_text(struct bot_query *query, const char *text, size_t size);
void bot_sqlite_bind_blob(struct bot_query *query, const void *bytes, size_t size);
bool bot_sqlite_step(struct bot_query *query);
int64_t bot_sqlite_get_int(struct bot_query *query, int column);
double bot_sqlite_get_real(struct bot_query *query, int column);
const char *bot_sqlite_get_text(struct bot_query *query, int column);
const void *bot_sqlite_get_blob(struct bot_query *query, int column, size_t *size);
int bot_sqlite_count_columns(const struct bot_query *query);
struct bot_column bot_sqlite_get_column(struct bot_query *query, int column);
int64_t bot_sqlite_count_changes(const struct bot_query *query);
int64_t bot_sqlite_get_added(const struct bot_query *query);
void bot_sqlite_end(struct bot_query *query);

#endif
