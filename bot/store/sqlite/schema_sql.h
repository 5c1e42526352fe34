/* The text of from_21.sql that the build puts into the program; see embed_sql.cmake. */
#ifndef BOT_STORE_SQLITE_SCHEMA_SQL_H
#define BOT_STORE_SQLITE_SCHEMA_SQL_H

extern const char bot_schema_from_21_sql[];

#endif
