#include "bot/store/postgresql/driver.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/base/utf8.h"
#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/connection.h"
#include "bot/store/postgresql/server_search.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"
#include "bot/store/postgresql/transaction.h"

#define BOT_POSTGRESQL
#include "bot/store/sql/dialect.h"
#include "bot/store/sql/outbox_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sql_texts[] = {
#define STATEMENT(name, sql) sql,
#include "bot/store/sql/statements.def"
};

/* The types of values, by their ids in the server's table pg_type. */
enum {
	TYPE_BOOL = 16,
	TYPE_BYTEA = 17,
	TYPE_INT8 = 20,
	TYPE_INT2 = 21,
	TYPE_INT4 = 23,
	TYPE_TEXT = 25,
	TYPE_FLOAT8 = 701
};

static bool changes_rows(const char *sql)
{
	return strncmp(sql, "SELECT", strlen("SELECT")) != 0;
}

static struct bot_server_store *server_of(const struct bot_query *query)
{
	return (struct bot_server_store *)query->store;
}

/*
 * Returns a statement with the server's names of parameters: $1 for ?1, and the next number for a ?
 * without one. No text in a statement has a question mark. The caller frees the statement.
 */
static char *number_parameters(const char *sql)
{
	size_t size = 3 * strlen(sql) + 1; /* "?" becomes "$48" at most */
	char *numbered = bot_calloc(1, size), *at = numbered;
	int next = 1;

	for (; *sql; sql++) {
		if (*sql != '?')
			*at++ = *sql;
		else if (sql[1] >= '0' && sql[1] <= '9')
			*at++ = '$';
		else
			at += sprintf(at, "$%d", next++);
	}
	return numbered;
}

void bot_server_name_statements(struct bot_server_store *server)
{
	for (size_t i = 0; i < BOT_SQL_COUNT; i++) {
		struct bot_server_statement *statement = &server->statements[i];

		snprintf(statement->name, sizeof(statement->name), "s%zu", i);
		statement->changes = changes_rows(sql_texts[i]);
	}
}

enum bot_error bot_server_prepare(struct bot_server_store *server, enum bot_sql sql)
{
	struct bot_server_statement *statement = &server->statements[sql];

	if (statement->is_prepared)
		return BOT_OK;
	char *text = number_parameters(sql_texts[sql]);
	PGresult *result;

	bot_server_queue(server, false);
	PQsendPrepare(server->connection, statement->name, text, 0, NULL);
	enum bot_error error = bot_server_trip(server, &result);
	statement->is_prepared = !error;
	PQclear(result);
	free(text);
	return error;
}

static void bot_server_query(struct bot_query *query, enum bot_sql sql)
{
	struct bot_server_store *server = server_of(query);

	assert(!server->statements[sql].result);
	query->statement = &server->statements[sql];
	server->values.count = 0;
}

static void bot_server_query_once(struct bot_query *query, const char *sql)
{
	struct bot_server_statement *statement = bot_calloc(1, sizeof(*statement));

	statement->sql = sql;
	statement->changes = changes_rows(sql);
	query->statement = statement;
	server_of(query)->values.count = 0;
}

/* Binds the next parameter. `value` may be NULL. */
static void bind(struct bot_query *query, const void *value, size_t length, bool is_binary)
{
	struct bot_server_values *values = &server_of(query)->values;
	int i = values->count++;

	assert(i < BOT_PARAMETERS && i == query->bound);
	query->bound++;
	if (length > INT32_MAX)
		query->error = BOT_INVALID;
	values->value[i] = value;
	values->length[i] = (int)length;
	values->is_binary[i] = is_binary;
}

static void bot_server_bind_int(struct bot_query *query, int64_t value)
{
	char *digits = server_of(query)->values.digits[query->bound];

	snprintf(digits, sizeof(server_of(query)->values.digits[0]), "%" PRId64, value);
	bind(query, digits, strlen(digits), false);
}

static void bot_server_bind_real(struct bot_query *query, double value)
{
	char *digits = server_of(query)->values.digits[query->bound];

	snprintf(digits, sizeof(server_of(query)->values.digits[0]), "%.17g", value);
	bind(query, digits, strlen(digits), false);
}

/* The server refuses other texts, and ends the transaction with them. */
static void bot_server_bind_text(struct bot_query *query, const char *text, size_t size)
{
	if (text && (memchr(text, '\0', size) || !bot_utf8_is_valid_bytes(text, size)))
		query->error = BOT_INVALID;
	bind(query, text, size, true);
}

static void bot_server_bind_blob(struct bot_query *query, const void *bytes, size_t size)
{
	bind(query, bytes, size, true);
}

/* If this fails, the connection has ended, which the next trip finds out. */
static void send(struct bot_server_store *server, const struct bot_server_statement *statement)
{
	const struct bot_server_values *values = &server->values;
	char *text = statement->sql ? number_parameters(statement->sql) : NULL;

	if (text)
		PQsendQueryParams(server->connection, text, values->count, NULL, values->value,
			values->length, values->is_binary, 1);
	else
		PQsendQueryPrepared(server->connection, statement->name, values->count,
			values->value, values->length, values->is_binary, 1);
	free(text);
}

/* Sends the query. If the caller `waits`, keeps all rows of the answer. */
static void run(struct bot_query *query, bool waits)
{
	struct bot_server_store *server = server_of(query);
	struct bot_server_statement *statement = query->statement;

	assert(server->values.count == query->bound);
	/* Outside a transaction, nothing depends on an earlier connection. */
	if (!server->in_transaction)
		query->error = bot_server_connect(server);
	else if (!bot_server_is_in_transaction(query->store))
		query->error = BOT_STORE_FAILED;
	if (!query->error && !statement->sql)
		query->error =
			bot_server_prepare(server, (enum bot_sql)(statement - server->statements));
	if (query->error)
		return;
	bot_server_queue(server, statement->changes);
	send(server, statement);
	statement->row = -1;
	if (waits || server->queued >= BOT_SERVER_QUEUE)
		query->error = bot_server_trip(server, &statement->result);
}

static void bot_server_write(struct bot_query *query)
{
	run(query, false);
}

static bool bot_server_step(struct bot_query *query)
{
	struct bot_server_statement *statement = query->statement;

	if (!statement->result)
		run(query, true);
	return !query->error && ++statement->row < PQntuples(statement->result);
}

static bool is_null(const struct bot_server_statement *statement, int column)
{
	return PQgetisnull(statement->result, statement->row, column);
}

/* Reads a value of one to eight bytes, the highest byte first. */
static int64_t read_number(const struct bot_server_statement *statement, int column)
{
	const unsigned char *bytes =
		(const unsigned char *)PQgetvalue(statement->result, statement->row, column);
	int size = PQgetlength(statement->result, statement->row, column);
	uint64_t value = size > 0 && bytes[0] >= 0x80 ? UINT64_MAX : 0;

	for (int i = 0; i < size && i < 8; i++)
		value = value << 8 | bytes[i];
	return (int64_t)value;
}

static int64_t bot_server_get_int(struct bot_query *query, int column)
{
	return is_null(query->statement, column) ? 0 : read_number(query->statement, column);
}

static double bot_server_get_real(struct bot_query *query, int column)
{
	int64_t bits = bot_server_get_int(query, column);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static const char *bot_server_get_text(struct bot_query *query, int column)
{
	struct bot_server_statement *statement = query->statement;

	return is_null(statement, column) ? NULL
					  : PQgetvalue(statement->result, statement->row, column);
}

static const void *bot_server_get_blob(struct bot_query *query, int column, size_t *size)
{
	struct bot_server_statement *statement = query->statement;

	*size = (size_t)PQgetlength(statement->result, statement->row, column);
	return bot_server_get_text(query, column);
}

static int bot_server_count_columns(const struct bot_query *query)
{
	const struct bot_server_statement *statement = query->statement;

	return PQnfields(statement->result);
}

static struct bot_column bot_server_get_column(struct bot_query *query, int column)
{
	struct bot_server_statement *statement = query->statement;
	struct bot_column found = {.name = PQfname(statement->result, column)};

	if (is_null(statement, column))
		return found;
	switch (PQftype(statement->result, column)) {
	case TYPE_BOOL:
	case TYPE_INT2:
	case TYPE_INT4:
	case TYPE_INT8:
		found.type = BOT_INTEGER;
		found.number = bot_server_get_int(query, column);
		break;
	case TYPE_FLOAT8:
		found.type = BOT_REAL;
		found.real = bot_server_get_real(query, column);
		break;
	case TYPE_TEXT:
		found.type = BOT_TEXT;
		found.text = bot_server_get_text(query, column);
		break;
	case TYPE_BYTEA:
		found.type = BOT_BLOB;
		found.bytes = bot_server_get_blob(query, column, &found.size);
		break;
	default:
		break;
	}
	return found;
}

static int64_t bot_server_count_changes(const struct bot_query *query)
{
	const struct bot_server_statement *statement = query->statement;

	return strtoll(PQcmdTuples(statement->result), NULL, 10);
}

static int64_t bot_server_get_added(const struct bot_query *query)
{
	return read_number(query->statement, 0);
}

static void bot_server_end(struct bot_query *query)
{
	struct bot_server_statement *statement = query->statement;

	PQclear(statement->result);
	statement->result = NULL;
	if (query->once)
		free(statement);
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

static enum bot_error read_size(struct bot_store *store, int64_t *bytes)
{
	static const char sql[] =
		"SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
		" WHERE relkind = 'r' AND relnamespace = "
		"to_regnamespace(quote_ident(current_schema()))";

	BOT_ATTEMPT(bot_need(bot_query_number(BOT_QUERY(store, sql), 0, INT64_MAX, bytes)));
}

static enum bot_error get_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t *id)
{
	static const char sql[] =
		"SELECT coalesce("
		"pg_sequence_last_value(pg_get_serial_sequence(?1, ?2)::regclass), 0)";

	BOT_ATTEMPT(
		bot_need(bot_query_number(BOT_QUERY(store, sql, table, column), 0, INT64_MAX, id)));
}

static enum bot_error set_last_id(
	struct bot_store *store, const char *table, const char *column, int64_t id)
{
	static const char sql[] = "SELECT setval(pg_get_serial_sequence(?1, ?2), ?3, ?4 > 0)";
	int64_t next;

	BOT_ATTEMPT(bot_need(bot_query_number(
		BOT_QUERY(store, sql, table, column, id > 0 ? id : 1, id), 0, INT64_MAX, &next)));
}

const struct bot_driver bot_server_driver = {
	.begin = bot_server_begin,
	.commit = bot_server_commit,
	.rollback = bot_server_rollback,
	.is_in_transaction = bot_server_is_in_transaction,
	.close = close_store,
	.confirm = bot_server_confirm,
	.leader = get_leader,
	.is_copy = bot_server_tables_are_copy,
	.own_copy = bot_server_own_tables,
	.size = read_size,
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
