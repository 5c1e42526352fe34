#include "tests/support/sql.h"
#include "tests/support/cmocka.h"

void sql_run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL))
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

int64_t sql_number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	int64_t number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}
