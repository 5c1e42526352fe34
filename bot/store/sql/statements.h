/* The SQL statements of the store, by name. statements.def has their texts. */
#ifndef BOT_STORE_SQL_STATEMENTS_H
#define BOT_STORE_SQL_STATEMENTS_H

enum bot_sql {
#define STATEMENT(name, sql) BOT_SQL_##name,
#include "bot/store/sql/statements.def"
	BOT_SQL_COUNT
};

#endif
