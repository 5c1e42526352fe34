/*
 * The text of schema.sql that the build puts into the program (see embed_sql.cmake), and the
 * version of its tables. See bot/README.md for when to change the version.
 */
#ifndef BOT_STORE_SQL_SCHEMA_VERSION_H
#define BOT_STORE_SQL_SCHEMA_VERSION_H

extern const char bot_schema_sql[];

#define BOT_SCHEMA_VERSION 67

#endif
