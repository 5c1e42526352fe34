/*
 * Tests that a store moves into another one, and back, with all its rows: every table has rows with
 * NULL, long numbers, and texts that people would quote.
 */
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"
#include "tests/support/test_store.h"

#include "bot/store/move.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/store.h"

#include <stdio.h>
#include <string.h>

#define ROWS     3 /* of each table */
#define SQL_SIZE 8192

static struct bot_store *open_file_store(void)
{
	struct bot_store *store = NULL;

	assert_int_equal(bot_store_open(":memory:", &store), BOT_OK);
	return store;
}

static struct bot_store *open_target(void)
{
	struct bot_store *store = NULL;

	assert_int_equal(test_store_open(&store), BOT_OK);
	return store;
}

static sqlite3_stmt *prepare(struct bot_store *store, const char *sql)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(bot_connection_of(store), sql, -1, &statement, NULL))
		fail_msg("%s: %s", sql, sqlite3_errmsg(bot_connection_of(store)));
	return statement;
}

static const char *text_of(sqlite3_stmt *statement, int column)
{
	return (const char *)sqlite3_column_text(statement, column);
}

/* Writes a value for a column of this type, which differs from those of other rows. */
static int write_value(char *sql, size_t size, const char *type, int row)
{
	if (strcmp(type, "TEXT") == 0)
		return snprintf(sql, size, "'%d é\"''\n\\ \xf0\x9f\xa4\xba'", row);
	if (strcmp(type, "BLOB") == 0)
		return snprintf(sql, size, "x'00ff%02x'", row);
	if (strcmp(type, "REAL") == 0)
		return snprintf(sql, size, "%d.1", row);
	return row == ROWS ? snprintf(sql, size, "9007199254740993")
			   : snprintf(sql, size, "%d", row - 1);
}

/* Adds a row. Keys, and columns that refer to other tables, get the number of the row. */
static void add_row(struct bot_store *store, const char *table, int row)
{
	char list[SQL_SIZE], sql[SQL_SIZE];
	int used = snprintf(sql, sizeof(sql), "INSERT INTO %s VALUES (", table);
	sqlite3_stmt *columns;
	const char *comma = "";

	snprintf(list, sizeof(list),
		"SELECT type, \"notnull\", pk, EXISTS (SELECT 1 FROM pragma_foreign_key_list('%s')"
		" WHERE \"from\" = name) FROM pragma_table_info('%s') ORDER BY cid",
		table, table);
	columns = prepare(store, list);
	while (sqlite3_step(columns) == SQLITE_ROW) {
		bool may_be_null =
			!sqlite3_column_int(columns, 1) && !sqlite3_column_int(columns, 2);
		bool refers = sqlite3_column_int(columns, 3);
		bool is_number = strcmp(text_of(columns, 0), "INTEGER") == 0;

		used += snprintf(sql + used, sizeof(sql) - (size_t)used, "%s", comma);
		if (may_be_null && row == 2)
			used += snprintf(sql + used, sizeof(sql) - (size_t)used, "NULL");
		else if (refers || (is_number && sqlite3_column_int(columns, 2)))
			used += snprintf(sql + used, sizeof(sql) - (size_t)used, "%d", row);
		else
			used += write_value(
				sql + used, sizeof(sql) - (size_t)used, text_of(columns, 0), row);
		comma = ", ";
	}
	sqlite3_finalize(columns);
	snprintf(sql + used, sizeof(sql) - (size_t)used, ")");
	sql_run(store, sql);
}

/* Calls `use` for each table, in the order in which the schema makes them. */
static size_t each_table(
	struct bot_store *store, void (*use)(void *self, const char *table), void *self)
{
	sqlite3_stmt *tables = prepare(store,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
		" ORDER BY rowid");
	size_t count = 0;

	for (; sqlite3_step(tables) == SQLITE_ROW; count++)
		use(self, text_of(tables, 0));
	sqlite3_finalize(tables);
	return count;
}

static void fill_table(void *self, const char *table)
{
	for (int row = 1; row <= ROWS; row++)
		add_row(self, table, row);
}

struct two_stores {
	struct bot_store *one, *other;
};

static void compare_tables(void *self, const char *table)
{
	struct two_stores *stores = self;
	sqlite3_stmt *one, *other;
	char sql[200];

	snprintf(sql, sizeof(sql), "SELECT * FROM %s ORDER BY 1", table);
	one = prepare(stores->one, sql);
	other = prepare(stores->other, sql);
	while (sqlite3_step(one) == SQLITE_ROW) {
		assert_int_equal(sqlite3_step(other), SQLITE_ROW);
		for (int i = 0; i < sqlite3_column_count(one); i++) {
			int size = sqlite3_column_bytes(one, i);

			assert_int_equal(
				sqlite3_column_type(one, i), sqlite3_column_type(other, i));
			assert_int_equal(sqlite3_column_bytes(other, i), size);
			if (size > 0)
				assert_memory_equal(sqlite3_column_blob(one, i),
					sqlite3_column_blob(other, i), (size_t)size);
		}
	}
	assert_int_equal(sqlite3_step(other), SQLITE_DONE);
	sqlite3_finalize(one);
	sqlite3_finalize(other);
}

UNIT_TEST(test_all_rows_move_there_and_back)
{
	struct bot_store *there = open_target();
	struct two_stores stores = {open_file_store(), open_file_store()};
	struct bot_move move;

	size_t tables = each_table(stores.one, fill_table, stores.one);
	assert_int_equal(bot_store_move(stores.one, there, &move), BOT_OK);
	assert_int_equal(move.tables, tables);
	assert_int_equal(move.rows, ROWS * tables);
	assert_int_equal(bot_store_move(there, stores.other, &move), BOT_OK);
	assert_int_equal(move.rows, ROWS * tables);
	each_table(stores.one, compare_tables, &stores);
	bot_store_close(there);
	bot_store_close(stores.one);
	bot_store_close(stores.other);
}

static int64_t add_match(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!r:x", "@ann:x", "@bob:x");

	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_match_add(store, &match);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	return match.id;
}

UNIT_TEST(test_no_id_is_given_twice)
{
	struct bot_store *one = open_file_store(), *there = open_target(),
			 *back = open_file_store();
	struct bot_move move;

	for (int i = 0; i < 5; i++)
		add_match(one);
	sql_run(one, "DELETE FROM matches WHERE id > 2");
	assert_int_equal(bot_store_move(one, there, &move), BOT_OK);
	assert_int_equal(bot_store_move(there, back, &move), BOT_OK);
	assert_int_equal(add_match(there), 6);
	assert_int_equal(add_match(back), 6);
	bot_store_close(one);
	bot_store_close(there);
	bot_store_close(back);
}

UNIT_TEST(test_empty_store_moves)
{
	struct bot_store *one = open_file_store(), *there = open_target();
	struct bot_move move;

	assert_int_equal(bot_store_move(one, there, &move), BOT_OK);
	assert_int_equal(move.rows, 0);
	assert_int_equal(add_match(there), 1);
	bot_store_close(one);
	bot_store_close(there);
}

UNIT_TEST(test_store_with_rows_is_no_target)
{
	struct bot_store *one = open_file_store(), *there = open_target();
	struct bot_move move;

	add_match(one);
	add_match(there);
	assert_int_equal(bot_store_move(one, there, &move), BOT_INVALID);
	assert_string_equal(move.table, "matches");
	assert_int_equal(sql_number(there, "SELECT count(*) FROM matches"), 1);
	bot_store_close(one);
	bot_store_close(there);
}

/* SQLite takes bytes that are no UTF-8 as a text; PostgreSQL does not. */
UNIT_TEST(test_failure_leaves_the_target_empty)
{
	struct bot_store *one, *there;
	struct bot_move move;

	if (!test_store_is_server())
		skip();
	one = open_file_store();
	there = open_target();
	add_match(one);
	sql_run(one, "INSERT INTO adapter_values (key, value) VALUES ('key', CAST(x'ff' AS TEXT))");
	assert_int_equal(bot_store_move(one, there, &move), BOT_INVALID);
	assert_string_equal(move.table, "adapter_values");
	assert_int_equal(sql_number(there, "SELECT count(*) FROM matches"), 0);
	bot_store_close(one);
	bot_store_close(there);
}
