/*
 * The schema of the database and its versions. The functions check the version of a file, and
 * upgrade the file.
 */
#ifndef BOT_STORE_SCHEMA_H
#define BOT_STORE_SCHEMA_H

#include "bot/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The header of each store's file has this number (PRAGMA application_id). The bytes of the number
 * are "EnGd".
 */
#define BOT_APPLICATION_ID 0x456e4764

struct bot_schema {
	const char *const *steps; /* steps[n] is the SQL that upgrades version n to n + 1 */
	int version;              /* the number of steps; an empty file has version 0 */
};

/* The schema of the bot's store. */
extern const struct bot_schema bot_schema;

/*
 * Checks that the file is empty or a store of the bot, and returns BOT_STORE_CORRUPT if not.
 * Returns BOT_STORE_NEWER if the file is newer than `schema`, and BOT_STORE_ALTERED as
 * bot_schema_shape_check does. If `whole` is true, also reads the whole file and returns
 * BOT_STORE_CORRUPT if the file is damaged. Writes nothing.
 */
BOT_MUST_USE enum bot_error bot_schema_check(
	sqlite3 *db, const struct bot_schema *schema, bool whole);

/* Reads the file's schema version: 0 if the file is empty. */
BOT_MUST_USE enum bot_error bot_schema_read_version(sqlite3 *db, int64_t *version);

/* Runs the steps that the file still needs, in one transaction. */
BOT_MUST_USE enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema);

#endif
