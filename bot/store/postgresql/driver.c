#include "bot/store/postgresql/driver.h"

#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/connection.h"
#include "bot/store/postgresql/queries.h"
#include "bot/store/postgresql/server_search.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"
#include "bot/store/postgresql/transaction.h"
#include "bot/store/sql/loading.h"

#include <stdlib.h>

static enum bot_error confirm(struct bot_store *store)
{
	return bot_server_confirm((struct bot_server_store *)store);
}

static const char *get_leader(const struct bot_store *store)
{
	return ((const struct bot_server_store *)store)->name;
}

static void close_store(struct bot_store *store)
{
	struct bot_server_store *server = (struct bot_server_store *)store;

	/*
	 * The server would notice only later that the session has ended, and keep the lock until
	 * then.
	 */
	PQclear(bot_server_exec(server, "SELECT pg_advisory_unlock_all()"));
	bot_server_disconnect(server);
	bot_server_search_finish(server);
	bot_store_finish(store);
	free(server->account);
	free(server->url);
	free(server);
}

/* Nothing of this store is a file of this machine. */
static bool is_never(const struct bot_store *store)
{
	(void)store;
	return false;
}

static enum bot_error is_copy(struct bot_store *store, bool *is_copy)
{
	return bot_server_tables_are_copy((struct bot_server_store *)store, is_copy);
}

static enum bot_error own_copy(struct bot_store *store)
{
	return bot_server_own_tables((struct bot_server_store *)store);
}

static enum bot_error read_size(struct bot_store *store, int64_t *bytes)
{
	struct bot_query query;

	bot_query_begin_once(&query, store,
		"SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
		" WHERE relkind = 'r' AND relnamespace = "
		"to_regnamespace(quote_ident(current_schema()))");
	return bot_query_number(&query, 0, INT64_MAX, bytes);
}

/* The server's log is the server's: its operator decides how long it is kept. */
static enum bot_error clean_log(struct bot_store *store)
{
	(void)store;
	return BOT_OK;
}

static enum bot_error get_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t *id)
{
	struct bot_query query;

	bot_query_begin_once(&query, store,
		"SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(?1, ?2)::regclass), "
		"0)");
	bot_query_text(&query, table);
	bot_query_text(&query, column);
	return bot_query_number(&query, 0, INT64_MAX, id);
}

static enum bot_error set_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t id)
{
	struct bot_query query;
	int64_t next;

	bot_query_begin_once(
		&query, store, "SELECT setval(pg_get_serial_sequence(?1, ?2), ?3, ?4 > 0)");
	bot_query_text(&query, table);
	bot_query_text(&query, column);
	bot_query_int(&query, id > 0 ? id : 1);
	bot_query_int(&query, id);
	return bot_query_number(&query, 0, INT64_MAX, &next);
}

const struct bot_driver bot_server_driver = {
	.begin = bot_server_begin,
	.commit = bot_server_commit,
	.rollback = bot_server_rollback,
	.is_in_transaction = bot_server_is_in_transaction,
	.close = close_store,
	.confirm = confirm,
	.leader = get_leader,
	.is_file = is_never,
	.is_gone = is_never,
	.is_copy = is_copy,
	.own_copy = own_copy,
	.size = read_size,
	.clean_log = clean_log,
	.get_last_id = get_last_id,
	.set_last_id = set_last_id,
	.query = bot_server_query,
	.query_once = bot_server_query_once,
	.bind_int = bot_server_bind_int,
	.bind_real = bot_server_bind_real,
	.bind_text = bot_server_bind_text,
	.bind_blob = bot_server_bind_blob,
	.step = bot_server_step,
	.write = bot_server_write,
	.get_int = bot_server_get_int,
	.get_real = bot_server_get_real,
	.get_text = bot_server_get_text,
	.get_blob = bot_server_get_blob,
	.count_columns = bot_server_count_columns,
	.get_column = bot_server_get_column,
	.count_changes = bot_server_count_changes,
	.get_added = bot_server_get_added,
	.end = bot_server_end,
};
