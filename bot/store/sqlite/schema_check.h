/* Checks a file before the bot uses it as its store. */
#ifndef BOT_STORE_SQLITE_SCHEMA_CHECK_H
#define BOT_STORE_SQLITE_SCHEMA_CHECK_H

#include "bot/store/sqlite/schema.h"

/*
 * Checks that the file is empty or a store of the bot, and returns BOT_STORE_CORRUPT if not.
 * Returns the errors of bot_schema_check_version, and BOT_STORE_ALTERED as bot_schema_shape_check
 * does. If `whole` is true, also reads the whole file and returns BOT_STORE_CORRUPT if the file is
 * damaged. Writes nothing.
 */
BOT_MUST_USE enum bot_error bot_schema_check(
	sqlite3 *db, const struct bot_schema *schema, bool whole);

#endif
