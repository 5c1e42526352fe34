/*
 * The schema of the database, and its versions: checks the version of a file, and upgrades the
 * file.
 */
#ifndef BOT_STORE_SCHEMA_H
#define BOT_STORE_SCHEMA_H

#include "bot/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>

/* In the header of each store (PRAGMA application_id): "EnGd". */
#define BOT_APPLICATION_ID 0x456e4764

struct bot_schema {
	const char *const *steps; /* steps[n] is the SQL that upgrades version n to n + 1 */
	int version;              /* the number of steps; an empty file has version 0 */
};

/* The schema of the bot's store. */
extern const struct bot_schema bot_schema;

/*
 * Checks that the file is empty or a store of the bot, and not newer than `schema`. `whole`: also
 * reads the whole file and checks that it is undamaged. Writes nothing. BOT_STORE_CORRUPT,
 * BOT_STORE_NEWER.
 */
BOT_MUST_USE enum bot_error bot_schema_check(
	sqlite3 *db, const struct bot_schema *schema, bool whole);

/* Takes the steps that the file still needs, each in a transaction of its own. */
BOT_MUST_USE enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema);

#endif
