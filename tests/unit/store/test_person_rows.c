/*
 * Tests that the store exports and erases a person's rows, for each column that schema.sql says is
 * a user. Other tests look at those of which it says "else".
 */
#include "bot/store/person.h"
#include "bot/store/sql/rows.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#include <stdio.h>

#define USER "@ann:x"

static const struct user_column {
	const char *table, *name;
	bool limits; /* the row limits what the user may do */
} columns[] = {
#define ROW(table, column)    {#table, #column, false},
#define LIMIT(table, column)  {#table, #column, true},
#define ALIAS(table, column)  {#table, #column, false},
#define NOBODY(table, column) {#table, #column, false},
#define ELSE(table, column)
	USER_COLUMNS};
#define COLUMNS_COUNT (sizeof(columns) / sizeof(columns[0]))

/* Adds a row with the user in this column. All other columns have some value. */
static void add_row(struct bot_store *store, const struct user_column *column)
{
	sqlite3 *db = bot_connection_of(store);
	sqlite3_stmt *statement;
	char sql[600];

	snprintf(sql, sizeof(sql),
		"SELECT 'INSERT INTO %s (' || group_concat(name) || ') VALUES (' ||"
		" group_concat(CASE WHEN name = '%s' THEN '''" USER "''' WHEN type = 'TEXT'"
		" THEN '''ended''' WHEN type = 'BLOB' THEN 'x''00''' ELSE '1' END) || ')'"
		" FROM pragma_table_info('%s')",
		column->table, column->name, column->table);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	sql_run(store, (const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
}

static bool has_row(struct bot_store *store, const struct user_column *column)
{
	char sql[200];

	snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s WHERE %s = '" USER "'", column->table,
		column->name);
	return sql_number(store, sql) > 0;
}

static void clear(struct bot_store *store, const struct user_column *column)
{
	char sql[100];

	snprintf(sql, sizeof(sql), "DELETE FROM %s", column->table);
	sql_run(store, sql);
}

static void count_row(void *self, const char *kind, const struct bot_column *row, size_t count)
{
	(void)kind;
	(void)row;
	*(size_t *)self += count > 0;
}

STORE_TEST(test_rows_of_each_column_are_exported)
{
	sql_run(store, "PRAGMA defer_foreign_keys = ON");
	for (size_t i = 0; i < COLUMNS_COUNT; i++) {
		size_t count = 0;

		add_row(store, &columns[i]);
		bot_store_person_rows(store, USER, count_row, &count);
		if (count == 0)
			fail_msg("%s.%s", columns[i].table, columns[i].name);
		clear(store, &columns[i]);
	}
}

/* Erases the user from each column, on their own wish or not. */
static void erase(struct bot_store *store, bool wish)
{
	sql_run(store, "PRAGMA defer_foreign_keys = ON");
	for (size_t i = 0; i < COLUMNS_COUNT; i++) {
		add_row(store, &columns[i]);
		assert_true(has_row(store, &columns[i]));
		(wish ? bot_store_person_forget : bot_store_person_erase)(store, USER, "erased-1");
		if (has_row(store, &columns[i]) != (wish && columns[i].limits))
			fail_msg("%s.%s", columns[i].table, columns[i].name);
		clear(store, &columns[i]);
	}
}

STORE_TEST(test_user_is_erased_from_each_column)
{
	erase(store, false);
}

STORE_TEST(test_limits_outlive_the_wish_to_be_forgotten)
{
	erase(store, true);
}
