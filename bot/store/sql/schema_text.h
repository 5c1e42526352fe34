/* The text of schema.sql that the build puts into the program; see embed_sql.cmake. */
#ifndef BOT_STORE_SQL_SCHEMA_TEXT_H
#define BOT_STORE_SQL_SCHEMA_TEXT_H

extern const char bot_schema_sql[];

#endif
