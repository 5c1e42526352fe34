/* The version of the tables in schema.sql. See bot/README.md for when to change it. */
#ifndef BOT_STORE_SQL_SCHEMA_VERSION_H
#define BOT_STORE_SQL_SCHEMA_VERSION_H

#define BOT_SCHEMA_VERSION 62

#endif
