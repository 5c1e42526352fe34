/*
 * Tests how SQLite runs the store's statements. They must find their rows by an index, so that a
 * command does not take longer with more matches and users.
 */
#include "bot/store/sqlite/connection.h"
#include "tests/support/memory_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* The tables that grow with the number of matches or users. */
static const char *const growing[] = {"matches", "rounds", "posts", "timers", "names", "other",
	"private_rooms", "settings", "ratings", "shuffles", "adapter_values", "handled_events",
	"links"};

/*
 * These statements may read a whole table: lists and counts for admins and monitoring, and what
 * runs only when a room is replaced. The others stop after a few rows.
 */
static const char *const excepted[] = {"MATCH_FIND", "MATCH_COUNT", "MATCH_ROOMS", "MOVE_POSTS",
	"NAMES_NEXT", "TIMER_NEXT", "MATCHES_UNDEALT", "MATCHES_UNRATED", "MATCHES_OLD",
	"CHALLENGES_OLD", "LINKS_END_TABLES_AND_BOARDS"};

static bool is_one_of(const char *word, size_t length, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
			return true;
	return false;
}

/* Returns whether a line of a query plan says that SQLite reads the whole of a table that grows. */
static bool reads_all(const char *line)
{
	static const char scan[] = "SCAN ";

	if (strncmp(line, scan, strlen(scan)) != 0)
		return false;
	line += strlen(scan);
	return is_one_of(line, strcspn(line, " "), growing, sizeof growing / sizeof *growing);
}

static void check_plan(struct bot_store *store, const char *name, const char *sql)
{
	char explain[8192];
	sqlite3_stmt *plan = NULL;

	snprintf(explain, sizeof explain, "EXPLAIN QUERY PLAN %s", sql);
	assert_int_equal(sqlite3_prepare_v2(store->db, explain, -1, &plan, NULL), SQLITE_OK);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *line = (const char *)sqlite3_column_text(plan, 3);
		if (reads_all(line) && !is_one_of(name, strlen(name), excepted,
					       sizeof excepted / sizeof *excepted))
			fail_msg("%s: %s", name, line);
	}
	sqlite3_finalize(plan);
}

static void test_statements_use_indexes(void **state)
{
#define STATEMENT(name, sql) check_plan(*state, #name, sql);
#include "bot/store/sqlite/statements.def"
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_statements_use_indexes, memory_store_begin, memory_store_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
