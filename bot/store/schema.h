/* The schema, its versions, and the way from each version to the next. */
#ifndef BOT_STORE_SCHEMA_H
#define BOT_STORE_SCHEMA_H

#include "bot/error.h"

#include <sqlite3.h>
#include <stdbool.h>

/* In the header of every file of ours (PRAGMA application_id): "EnGd". */
#define BOT_APPLICATION_ID 0x456e4764

struct bot_schema {
	const char *const *steps; /* steps[n] is the SQL that leads from version n to n + 1 */
	int version;              /* how many steps there are; an empty file is version 0 */
};

extern const struct bot_schema bot_schema;

/*
 * Whether the file is empty or ours and no newer than `schema`; and undamaged, for which the
 * `whole` of it is read. Writes nothing. BOT_STORE_CORRUPT, BOT_STORE_NEWER.
 */
BOT_MUST_USE enum bot_error bot_schema_check(
	sqlite3 *db, const struct bot_schema *schema, bool whole);

/* Takes the steps that are missing, each whole or not at all. */
BOT_MUST_USE enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema);

/* BOT_OK when `sql` answers with the text `want`, else `otherwise` or SQLite's failure. */
BOT_MUST_USE enum bot_error bot_schema_expect(
	sqlite3 *db, const char *sql, const char *want, enum bot_error otherwise);

#endif
