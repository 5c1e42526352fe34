#include "bot/store/sqlite/schema.h"

#include "bot/store/sqlite/connection.h"

#include <stdio.h>

static int run(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static enum bot_error read_int(sqlite3 *db, const char *sql, int64_t *value)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	if (rc == SQLITE_ROW)
		*value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return bot_connection_result(rc);
}

enum bot_error bot_schema_check(sqlite3 *db, const struct bot_schema *schema, bool whole)
{
	int64_t application = 0, version = 0, objects = 0;
	enum bot_error error = read_int(db, "PRAGMA application_id", &application);
	if (!error)
		error = read_int(db, "PRAGMA user_version", &version);
	if (error)
		return error;
	if (application == 0 && version == 0) {
		error = read_int(db, "SELECT count(*) FROM sqlite_schema", &objects);
		if (error)
			return error;
		return objects == 0 ? BOT_OK : BOT_STORE_CORRUPT;
	}
	if (application != BOT_APPLICATION_ID || version < 1)
		return BOT_STORE_CORRUPT;
	if (version > schema->version)
		return BOT_STORE_NEWER;
	/*
	 * This takes about two seconds for each gigabyte. The person who starts the bot then learns
	 * of damage at once, and no player learns of it in the middle of a match.
	 */
	if (!whole)
		return BOT_OK;
	return bot_connection_expect(db, "PRAGMA quick_check(1)", "ok", BOT_STORE_CORRUPT);
}

static enum bot_error take_step(sqlite3 *db, const struct bot_schema *schema, int version)
{
	char stamp[40];
	snprintf(stamp, sizeof stamp, "PRAGMA user_version = %d", version + 1);
	int rc = run(db, "BEGIN");
	if (rc == SQLITE_OK)
		rc = run(db, schema->steps[version]);
	if (rc == SQLITE_OK)
		rc = run(db, stamp);
	if (rc == SQLITE_OK)
		rc = run(db, "COMMIT");
	if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
		run(db, "ROLLBACK");
	return bot_connection_result(rc);
}

enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema)
{
	int64_t version = 0;
	enum bot_error error = read_int(db, "PRAGMA user_version", &version);
	while (!error && version < schema->version)
		error = take_step(db, schema, (int)version++);
	return error;
}
