/*
 * Makes SQL and code from a list of columns. Such a list is a macro with two parameters: it calls
 * FIRST for its first column and NEXT for all others, as FIRST(type, column, field...). So the
 * texts of the statements and the code that binds and gets the columns have the same order.
 */
#ifndef BOT_STORE_SQL_COLUMNS_H
#define BOT_STORE_SQL_COLUMNS_H

#include "bot/store/sql/column_lists.inc"

/* SQL: the names of the columns, and a parameter for each column. */
#define COLUMNS(list)                          list(COLUMN_NAME, COLUMN_MORE)
#define MORE_COLUMNS(list)                     list(COLUMN_MORE, COLUMN_MORE)
#define PARAMETERS(list)                       list(COLUMN_PARAMETER, COLUMN_PARAMETER_MORE)
#define MORE_PARAMETERS(list)                  list(COLUMN_PARAMETER_MORE, COLUMN_PARAMETER_MORE)
#define COLUMN_NAME(type, name, ...)           #name
#define COLUMN_MORE(type, name, ...)           ", " #name
#define COLUMN_PARAMETER(type, name, ...)      "?"
#define COLUMN_PARAMETER_MORE(type, name, ...) ", ?"
/* SQL: sets each column to the value of the row that is in conflict. */
#define UPDATES(list)                       list(COLUMN_UPDATE, COLUMN_UPDATE_MORE)
#define COLUMN_UPDATE(type, name, ...)      #name " = excluded." #name
#define COLUMN_UPDATE_MORE(type, name, ...) ", " #name " = excluded." #name

/* Code: BIND_type(field...), GET_type(field...) and so on, for each column. */
#define BIND(type, name, ...) BIND_##type(__VA_ARGS__);
#define GET(type, name, ...)  GET_##type(__VA_ARGS__);

#endif
