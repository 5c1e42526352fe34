/*
 * The tables of the store in the first schema of the connection's search_path. They are those of
 * sql/schema.sql; schema.cmake replaces SQLite's own words in it. leader.sql has the one that only
 * a database has. The table store_schema has the version, and store_leader who leads
 * (leadership.h).
 */
#ifndef BOT_STORE_POSTGRESQL_TABLES_H
#define BOT_STORE_POSTGRESQL_TABLES_H

#include "bot/store/postgresql/server_store.h"

/* The SQL that makes the tables, and the text of leader.sql. The build writes both. */
extern const char bot_server_schema_sql[], bot_server_leader_sql[];

/*
 * Checks the schema and changes nothing. Returns BOT_NOT_FOUND if it is empty and the bot's user
 * may make tables in it, BOT_STORE_CORRUPT if it has tables of another program, and BOT_STORE_NEWER
 * or BOT_STORE_UNRELEASED if the tables have another version.
 */
BOT_MUST_USE enum bot_error bot_server_check_tables(struct bot_server_store *server);

/*
 * The store notes the object id (regclass) of the table store_schema. pg_restore makes another
 * table, so the id shows that the tables come from a dump. Sets *are_copy to whether they do.
 * bot_server_own_tables notes the id of the table as it is now.
 */
BOT_MUST_USE enum bot_error bot_server_tables_are_copy(struct bot_store *store, bool *are_copy);
BOT_MUST_USE enum bot_error bot_server_own_tables(struct bot_store *store);

/*
 * Checks in a new session that the tables belong to the account, or to nobody yet: then it takes
 * them. Returns BOT_STORE_FAILED, with a note, if they belong to another one. Does nothing if that
 * is done. The tables exist.
 */
BOT_MUST_USE enum bot_error bot_server_enter(struct bot_server_store *server);

/*
 * Makes the tables in an empty schema, in one transaction. Otherwise returns the error of
 * bot_server_check_tables and changes nothing.
 */
BOT_MUST_USE enum bot_error bot_server_make_tables(struct bot_server_store *server);

#endif
