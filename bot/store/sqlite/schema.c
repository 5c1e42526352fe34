#include "bot/store/sqlite/schema.h"

#include "bot/store/sql/schema_version.h"
#include "bot/store/sqlite/connection.h"

#include <stdio.h>

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token)    #token

/* The versions of the releases. No release had any other version below that of today. */
static const struct bot_schema_step steps[] = {
	{21, bot_schema_from_21_sql}, /* release 0.1.0 */
};

const struct bot_schema bot_schema = {
	.version = BOT_SCHEMA_VERSION,
	.tables = bot_schema_sql,
	.steps = steps,
	.step_count = sizeof(steps) / sizeof(steps[0]),
};

/*
 * Each of these two queries returns SQL for the tables of an earlier release. The SQL of the first
 * query gives the prefix old_ to each table, and drops the indexes, because the new ones have the
 * same names. It leaves out SQLite's own tables, such as sqlite_sequence. The SQL of the second
 * query drops the tables with the prefix.
 */
static const char set_aside[] =
	"SELECT group_concat(CASE type"
	" WHEN 'table' THEN printf('ALTER TABLE \"%w\" RENAME TO \"old_%w\"', name, name)"
	" ELSE printf('DROP INDEX \"%w\"', name) END, ';') FROM sqlite_schema"
	" WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
static const char drop_old[] =
	"SELECT group_concat(printf('DROP TABLE \"%w\"', name), ';') FROM sqlite_schema"
	" WHERE type = 'table' AND name LIKE 'old\\_%' ESCAPE '\\'";

/* A new row must not get the id of a row that was deleted before the upgrade. */
static const char keep_last_ids[] =
	"DELETE FROM sqlite_sequence WHERE name NOT LIKE 'old\\_%' ESCAPE '\\';"
	"INSERT INTO sqlite_sequence (name, seq)"
	" SELECT substr(name, length('old_') + 1), seq FROM sqlite_sequence";

static int run(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* Runs the SQL that a query returns. */
static int run_result(sqlite3 *db, const char *query)
{
	sqlite3_stmt *statement = NULL;
	char *sql = NULL;

	int rc = sqlite3_prepare_v2(db, query, -1, &statement, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	if (rc == SQLITE_ROW)
		sql = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	if (rc == SQLITE_ROW)
		rc = sql ? run(db, sql) : SQLITE_NOMEM;
	sqlite3_free(sql);
	return rc;
}

static const struct bot_schema_step *find_step(const struct bot_schema *schema, int64_t version)
{
	for (size_t i = 0; i < schema->step_count; i++)
		if (schema->steps[i].from == version)
			return &schema->steps[i];
	return NULL;
}

static int make_tables(sqlite3 *db, const struct bot_schema *schema)
{
	int rc = run(db, schema->tables);

	return rc == SQLITE_OK ? run(db, "PRAGMA application_id = " TEXT_OF(BOT_APPLICATION_ID))
			       : rc;
}

static int replace_tables(
	sqlite3 *db, const struct bot_schema *schema, const struct bot_schema_step *step)
{
	int rc = run_result(db, set_aside);

	if (rc == SQLITE_OK)
		rc = run(db, schema->tables);
	if (rc == SQLITE_OK)
		rc = run(db, step->copy);
	if (rc == SQLITE_OK)
		rc = run(db, keep_last_ids);
	if (rc == SQLITE_OK)
		rc = run_result(db, drop_old);
	return rc;
}

/* Makes the tables of an empty file if `step` is NULL. */
static int upgrade(sqlite3 *db, const struct bot_schema *schema, const struct bot_schema_step *step)
{
	char stamp[40];

	snprintf(stamp, sizeof(stamp), "PRAGMA user_version = %d", schema->version);
	int rc = run(db, "BEGIN");
	if (rc == SQLITE_OK)
		rc = step ? replace_tables(db, schema, step) : make_tables(db, schema);
	if (rc == SQLITE_OK)
		rc = run(db, stamp);
	if (rc == SQLITE_OK)
		rc = run(db, "COMMIT");
	if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
		run(db, "ROLLBACK");
	return rc;
}

enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema)
{
	int64_t version = 0;

	enum bot_error error = bot_schema_read_version(db, &version);
	if (!error && version > 0)
		error = bot_schema_check_version(schema, version);
	if (error || version == schema->version)
		return error;
	return bot_connection_result(upgrade(db, schema, find_step(schema, version)));
}

enum bot_error bot_schema_check_version(const struct bot_schema *schema, int64_t version)
{
	if (version > schema->version)
		return BOT_STORE_NEWER;
	if (version == schema->version || find_step(schema, version))
		return BOT_OK;
	return BOT_STORE_UNRELEASED;
}

enum bot_error bot_schema_read_version(sqlite3 *db, int64_t *version)
{
	return bot_connection_read_int(db, "PRAGMA user_version", version);
}
