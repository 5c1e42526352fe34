#include "bot/store/sqlite/schema_check.h"

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

static const char everything[] = SHAPE ORDER;
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

/*
 * Compares the database with one that `schema` makes in memory. If the database has an older
 * version, only looks for views and triggers, which no version has: the upgrade makes all tables
 * and indexes again. Logs the first table, index, view or trigger that differs. Reads only the
 * schema, so it takes as long for a big store as for an empty one.
 */
static enum bot_error check_shape(sqlite3 *db, const struct bot_schema *schema, int64_t version)
{
	sqlite3 *model = NULL;

	enum bot_error error =
		bot_connection_open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &model);
	if (!error)
		error = bot_schema_upgrade(model, schema);
	if (!error)
		error = compare_shapes(
			db, model, version < schema->version ? programs : everything);
	sqlite3_close(model);
	return error;
}

static enum bot_error check_is_empty(sqlite3 *db)
{
	int64_t objects = 0;

	enum bot_error error =
		bot_connection_read_int(db, "SELECT count(*) FROM sqlite_schema", &objects);
	return !error && objects > 0 ? BOT_STORE_CORRUPT : error;
}

/* SQLite also reports damage if it gets no memory, so damage must be found twice. */
static enum bot_error check_pages(sqlite3 *db)
{
	enum bot_error error = BOT_STORE_CORRUPT;

	for (int i = 0; i < 2 && error == BOT_STORE_CORRUPT; i++)
		error = bot_connection_expect(db, "PRAGMA quick_check(1)", "ok", BOT_STORE_CORRUPT);
	return error;
}

enum bot_error bot_schema_check(sqlite3 *db, const struct bot_schema *schema, bool whole)
{
	int64_t application = 0, version = 0;

	enum bot_error error = bot_connection_read_int(db, "PRAGMA application_id", &application);
	if (!error)
		error = bot_schema_read_version(db, &version);
	if (error)
		return error;
	if (application == 0 && version == 0)
		return check_is_empty(db);
	if (application != BOT_APPLICATION_ID || version < 1)
		return BOT_STORE_CORRUPT;
	error = bot_schema_check_version(schema, version);
	if (!error)
		error = check_shape(db, schema, version);
	/*
	 * This check of the whole file takes about two seconds for each gigabyte. It shows damage
	 * to the person who starts the bot. Without this check, a player would notice the damage in
	 * the middle of a match.
	 */
	return !error && whole ? check_pages(db) : error;
}
