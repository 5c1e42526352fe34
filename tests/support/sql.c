#include "tests/support/sql.h"
#include "tests/support/cmocka.h"

#include "bot/store/sql/query.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/postgresql/driver.h"
#include "bot/store/postgresql/transaction.h"

#include <stdio.h>

void sql_file_run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL))
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

int64_t sql_file_number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	int64_t number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

static void run_on_server(PGconn *connection, const char *sql)
{
	PGresult *result = PQexec(connection, sql);

	if (*PQresultErrorMessage(result))
		fail_msg("%s: %s", sql, PQresultErrorMessage(result));
	PQclear(result);
}

void sql_make_schema(const char *url, const char *schema)
{
	PGconn *connection = PQconnectdb(url);
	char sql[200];

	snprintf(sql, sizeof(sql),
		"SET client_min_messages = warning;"
		"DROP SCHEMA IF EXISTS %s CASCADE; CREATE SCHEMA %s",
		schema, schema);
	run_on_server(connection, sql);
	PQfinish(connection);
}

void sql_run(struct bot_store *store, const char *sql)
{
	if (store->driver == &bot_server_driver) {
		struct bot_server_store *server = (struct bot_server_store *)store;
		PGresult *result = NULL;

		/* What the test has changed before comes first. */
		if (server->queued > 0)
			assert_int_equal(bot_server_trip(server, &result), BOT_OK);
		PQclear(result);
		run_on_server(server->connection, sql);
		return;
	}
	sql_file_run(bot_connection_of(store), sql);
}

int64_t sql_number(struct bot_store *store, const char *sql)
{
	int64_t number = 0;

	assert_true(bot_query_number(BOT_QUERY(store, sql), INT64_MIN, INT64_MAX, &number));
	return number;
}
