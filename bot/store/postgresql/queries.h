/* The functions of PostgreSQL's driver that run queries: see bot/store/sql/driver.h. */
#ifndef BOT_STORE_POSTGRESQL_QUERIES_H
#define BOT_STORE_POSTGRESQL_QUERIES_H

#include "bot/store/sql/driver.h"

struct bot_server_store;

/* Names the statements, which the server prepares when they run first. */
void bot_server_name_statements(struct bot_server_store *server);
/* Prepares a statement. Does nothing if it is prepared. */
BOT_MUST_USE enum bot_error bot_server_prepare(struct bot_server_store *server, enum bot_sql sql);

void bot_server_query(struct bot_query *query, enum bot_sql sql);
void bot_server_query_once(struct bot_query *query, const char *sql);
void bot_server_bind_int(struct bot_query *query, int64_t value);
void bot_server_bind_real(struct bot_query *query, double value);
void bot_server_bind_text(struct bot_query *query, const char *text, size_t size);
void bot_server_bind_blob(struct bot_query *query, const void *bytes, size_t size);
bool bot_server_step(struct bot_query *query);
void bot_server_write(struct bot_query *query);
int64_t bot_server_get_int(struct bot_query *query, int column);
double bot_server_get_real(struct bot_query *query, int column);
const char *bot_server_get_text(struct bot_query *query, int column);
const void *bot_server_get_blob(struct bot_query *query, int column, size_t *size);
int bot_server_count_columns(const struct bot_query *query);
struct bot_column bot_server_get_column(struct bot_query *query, int column);
int64_t bot_server_count_changes(const struct bot_query *query);
int64_t bot_server_get_added(const struct bot_query *query);
void bot_server_end(struct bot_query *query);

#endif
