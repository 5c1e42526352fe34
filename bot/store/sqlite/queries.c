#include "bot/store/sqlite/queries.h"

#include "bot/store/sql/dialect.h"
#include "bot/store/sql/outbox_columns.h"

#include <assert.h>

static const char *const sql_texts[] = {
#define STATEMENT(name, sql) sql,
#include "bot/store/sql/statements.def"
};

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement)
{
	return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

enum bot_error bot_sqlite_prepare(struct bot_file_store *file_store)
{
	sqlite3 *db = file_store->db;
	int rc = prepare(db, "BEGIN", &file_store->begin);

	if (rc == SQLITE_OK)
		rc = prepare(db, "COMMIT", &file_store->commit);
	if (rc == SQLITE_OK)
		rc = prepare(db, "ROLLBACK", &file_store->rollback);
	for (size_t i = 0; i < BOT_SQL_COUNT && rc == SQLITE_OK; i++)
		rc = prepare(db, sql_texts[i], &file_store->statements[i]);
	return bot_connection_result(rc);
}

void bot_sqlite_finalize(struct bot_file_store *file_store)
{
	sqlite3_finalize(file_store->begin);
	sqlite3_finalize(file_store->commit);
	sqlite3_finalize(file_store->rollback);
	for (size_t i = 0; i < BOT_SQL_COUNT; i++)
		sqlite3_finalize(file_store->statements[i]);
}

void bot_sqlite_query(struct bot_query *query, enum bot_sql sql)
{
	query->statement = ((struct bot_file_store *)query->store)->statements[sql];
	assert(!sqlite3_stmt_busy(query->statement));
}

void bot_sqlite_query_once(struct bot_query *query, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(bot_connection_of(query->store), sql, -1, &statement, NULL);

	query->error = bot_connection_check(query->store, rc);
	query->statement = statement;
}

static void bound(struct bot_query *query, int rc)
{
	assert(rc != SQLITE_RANGE);
	if (rc != SQLITE_OK)
		query->error = bot_connection_check(query->store, rc);
}

void bot_sqlite_bind_int(struct bot_query *query, int64_t value)
{
	bound(query, sqlite3_bind_int64(query->statement, ++query->bound, value));
}

void bot_sqlite_bind_real(struct bot_query *query, double value)
{
	bound(query, sqlite3_bind_double(query->statement, ++query->bound, value));
}

void bot_sqlite_bind_text(struct bot_query *query, const char *text, size_t size)
{
	bound(query, sqlite3_bind_text64(query->statement, ++query->bound, text, size,
			     SQLITE_STATIC, SQLITE_UTF8));
}

void bot_sqlite_bind_blob(struct bot_query *query, const void *bytes, size_t size)
{
	bound(query,
		sqlite3_bind_blob64(query->statement, ++query->bound, bytes, size, SQLITE_STATIC));
}

bool bot_sqlite_step(struct bot_query *query)
{
	int rc = sqlite3_step(query->statement);

	if (rc == SQLITE_ROW)
		return true;
	if (rc != SQLITE_DONE)
		query->error = bot_connection_check(query->store, rc);
	return false;
}

int64_t bot_sqlite_get_int(struct bot_query *query, int column)
{
	return sqlite3_column_int64(query->statement, column);
}

double bot_sqlite_get_real(struct bot_query *query, int column)
{
	return sqlite3_column_double(query->statement, column);
}

const char *bot_sqlite_get_text(struct bot_query *query, int column)
{
	if (sqlite3_column_type(query->statement, column) == SQLITE_NULL)
		return NULL;
	const unsigned char *text = sqlite3_column_text(query->statement, column);
	if (!text)
		query->error = bot_connection_check(query->store, SQLITE_NOMEM);
	return (const char *)text;
}

const void *bot_sqlite_get_blob(struct bot_query *query, int column, size_t *size)
{
	const void *bytes = sqlite3_column_blob(query->statement, column);

	*size = (size_t)sqlite3_column_bytes(query->statement, column);
	return bytes;
}

int bot_sqlite_count_columns(const struct bot_query *query)
{
	return sqlite3_column_count(query->statement);
}

struct bot_column bot_sqlite_get_column(struct bot_query *query, int column)
{
	sqlite3_stmt *statement = query->statement;
	struct bot_column found = {.name = sqlite3_column_name(statement, column)};

	switch (sqlite3_column_type(statement, column)) {
	case SQLITE_INTEGER:
		found.type = BOT_INTEGER;
		found.number = sqlite3_column_int64(statement, column);
		break;
	case SQLITE_FLOAT:
		found.type = BOT_REAL;
		found.real = sqlite3_column_double(statement, column);
		break;
	case SQLITE_TEXT:
		found.type = BOT_TEXT;
		found.text = (const char *)sqlite3_column_text(statement, column);
		break;
	case SQLITE_BLOB:
		found.type = BOT_BLOB;
		found.bytes = sqlite3_column_blob(statement, column);
		found.size = (size_t)sqlite3_column_bytes(statement, column);
		break;
	default:
		break;
	}
	return found;
}

int64_t bot_sqlite_count_changes(const struct bot_query *query)
{
	return sqlite3_changes(bot_connection_of(query->store));
}

int64_t bot_sqlite_get_added(const struct bot_query *query)
{
	return sqlite3_last_insert_rowid(bot_connection_of(query->store));
}

void bot_sqlite_end(struct bot_query *query)
{
	if (query->once) {
		sqlite3_finalize(query->statement);
		return;
	}
	/*
	 * sqlite3_reset returns the error of the last step. query->error has this error already, so
	 * the result is not needed.
	 */
	sqlite3_reset(query->statement);
	/* The caller owns the bound texts and may free them before the statement runs again. */
	sqlite3_clear_bindings(query->statement);
}
