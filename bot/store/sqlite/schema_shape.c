#include "bot/store/sqlite/schema_shape.h"

#include "bot/base/log.h"
#include "bot/store/sqlite/connection.h"

#include <string.h>

/*
 * One row for each table, index, view and trigger. Leaves out what SQLite makes for itself, such as
 * sqlite_sequence and the statistics of ANALYZE.
 */
#define SHAPE                                                                                      \
	"SELECT type || ' ' || name, tbl_name, sql FROM sqlite_schema"                             \
	" WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
#define ORDER " ORDER BY type, name"

static const char whole[] = SHAPE ORDER;
static const char programs[] = SHAPE " AND type IN ('trigger', 'view')" ORDER;

static bool is_same_value(sqlite3_stmt *one, sqlite3_stmt *other, int column)
{
	const char *a = (const char *)sqlite3_column_text(one, column);
	const char *b = (const char *)sqlite3_column_text(other, column);

	return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static bool is_same_row(sqlite3_stmt *one, sqlite3_stmt *other)
{
	for (int column = 0; column < sqlite3_column_count(one); column++)
		if (!is_same_value(one, other, column))
			return false;
	return true;
}

static const char *name_of(sqlite3_stmt *row, int rc)
{
	const unsigned char *name = rc == SQLITE_ROW ? sqlite3_column_text(row, 0) : NULL;

	return name ? (const char *)name : "nothing";
}

/* Logs the first difference. A statement without a row has SQLITE_DONE as its `rc`. */
static enum bot_error report(sqlite3_stmt *found, int found_rc, sqlite3_stmt *wanted, int wanted_rc)
{
	bot_log_write(BOT_LOG_ERROR, "store_altered",
		BOT_LOG_FIELDS({"found", .text = name_of(found, found_rc)},
			{"expected", .text = name_of(wanted, wanted_rc)},
			{"what", .text = "the store has a table, index, view or trigger that this "
					 "program has not made, or lacks one"}));
	return BOT_STORE_ALTERED;
}

static enum bot_error compare(sqlite3_stmt *found, sqlite3_stmt *wanted)
{
	int found_rc, wanted_rc;

	do {
		found_rc = sqlite3_step(found);
		wanted_rc = sqlite3_step(wanted);
		enum bot_error error = bot_connection_result(found_rc);
		if (!error)
			error = bot_connection_result(wanted_rc);
		if (error)
			return error;
		if (found_rc != wanted_rc ||
			(found_rc == SQLITE_ROW && !is_same_row(found, wanted)))
			return report(found, found_rc, wanted, wanted_rc);
	} while (found_rc == SQLITE_ROW);
	return BOT_OK;
}

static enum bot_error compare_shapes(sqlite3 *db, sqlite3 *model, const char *shape)
{
	sqlite3_stmt *found = NULL, *wanted = NULL;
	int rc = sqlite3_prepare_v2(db, shape, -1, &found, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(model, shape, -1, &wanted, NULL);
	enum bot_error error = bot_connection_result(rc);
	if (!error)
		error = compare(found, wanted);
	sqlite3_finalize(found);
	sqlite3_finalize(wanted);
	return error;
}

enum bot_error bot_schema_shape_check(sqlite3 *db, const struct bot_schema *schema, int64_t version)
{
	sqlite3 *model = NULL;

	enum bot_error error =
		bot_connection_open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &model);
	if (!error)
		error = bot_schema_upgrade(model, schema);
	if (!error)
		error = compare_shapes(db, model, version < schema->version ? programs : whole);
	sqlite3_close(model);
	return error;
}
