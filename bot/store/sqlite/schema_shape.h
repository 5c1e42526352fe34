/*
 * Checks that a database has the tables, columns and indexes of its schema, and nothing else. A
 * trigger or a view could change what the bot's statements do. A store that somebody else has
 * written may have them, for example a backup that passed through other hands.
 */
#ifndef BOT_STORE_SQLITE_SCHEMA_SHAPE_H
#define BOT_STORE_SQLITE_SCHEMA_SHAPE_H

#include "bot/store/sqlite/schema.h"

/*
 * Compares the database with one that `schema` makes in memory. If the database has an older
 * version, only looks for views and triggers, which no version has: the upgrade makes all tables
 * and indexes again. Returns BOT_STORE_ALTERED if there is a difference, and logs the first table,
 * index, view or trigger that differs. Reads only the schema, so it takes as long for a big store
 * as for an empty one. Writes nothing.
 */
BOT_MUST_USE enum bot_error bot_schema_shape_check(
	sqlite3 *db, const struct bot_schema *schema, int64_t version);

#endif
