/*
 * The schema of the database. schema.sql has its tables and indexes. A new store gets them at once;
 * in a store that an earlier release has written, they replace the tables of that release.
 */
#ifndef BOT_STORE_SQLITE_SCHEMA_H
#define BOT_STORE_SQLITE_SCHEMA_H

#include "bot/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The header of each store's file has this number (PRAGMA application_id). The bytes of the number
 * are "EnGd".
 */
#define BOT_APPLICATION_ID 0x456e4764

/* The step from the version of an earlier release to the version of the schema. */
struct bot_schema_step {
	int from;         /* the version of the earlier release */
	const char *copy; /* SQL that copies the rows of each table `old_x` of the earlier release
			     into the tables of the schema */
};

struct bot_schema {
	int version;        /* stored as PRAGMA user_version; an empty file has version 0 */
	const char *tables; /* SQL that makes the tables and indexes */
	const struct bot_schema_step *steps;
	size_t step_count;
};

/* The schema of the bot's store. */
extern const struct bot_schema bot_schema;

/* Reads the file's schema version: 0 if the file is empty. */
BOT_MUST_USE enum bot_error bot_schema_read_version(sqlite3 *db, int64_t *version);

/*
 * Returns BOT_OK if a store of this version, at least 1, has the schema or can be upgraded to it.
 * Returns BOT_STORE_NEWER if a newer program wrote it, and BOT_STORE_UNRELEASED if no release did.
 */
BOT_MUST_USE enum bot_error bot_schema_check_version(
	const struct bot_schema *schema, int64_t version);

/*
 * Gives an empty file the schema, or upgrades the file to the schema, in one transaction. Does
 * nothing if the file has the schema. Foreign keys must be off.
 */
BOT_MUST_USE enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema);

/* The text of from_21.sql that the build puts into the program; see embed_sql.cmake. */
extern const char bot_schema_from_21_sql[];

#endif
