#include "bot/store/sqlite/schema_check.h"

#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/schema_shape.h"

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
		error = bot_schema_shape_check(db, schema, version);
	/*
	 * This check of the whole file takes about two seconds for each gigabyte. It shows damage
	 * to the person who starts the bot. Without this check, a player would notice the damage in
	 * the middle of a match.
	 */
	return !error && whole ? check_pages(db) : error;
}
