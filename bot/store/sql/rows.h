/*
 * Makes SQL and code from the lists of columns, which are made of schema.sql. Such a list is a
 * macro with two parameters: it calls FIRST for its first column and NEXT for all others, as
 * FIRST(type, column, field...). So the texts of the statements and the code that binds and gets
 * the columns have the same order.
 *
 * A function that binds has a pointer `row` to the struct of the table: ENTRANTS(BIND, BIND) binds
 * all columns in the order of COLUMNS(ENTRANTS). In the same way ENTRANTS(GET, GET) gets them.
 */
#ifndef BOT_STORE_SQL_ROWS_H
#define BOT_STORE_SQL_ROWS_H

#include "bot/store/sql/column_lists.inc"
#include "bot/store/sql/query.h"

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

/* How a field is bound, by the type of its column. */
#define BIND_BOOL(field)                       bot_query_int(query, row->field)
#define BIND_NUMBER(field, type, min, max)     bot_query_int(query, row->field)
#define BIND_OPT_NUMBER(field, type, min, max) bot_query_opt_int(query, row->field)
#define BIND_DOUBLE(field)                     bot_query_real(query, row->field)
#define BIND_ID(field)                         bot_query_id(query, row->field)
#define BIND_OPT_ID(field)                     bot_query_opt_id(query, row->field)
#define BIND_TEXT(field, size)                 bot_query_text(query, row->field)
#define BIND_STRING(field)                     bot_query_text(query, row->field)
#define BIND_BYTES(field, size)                bot_query_blob(query, row->field, size)
#define BIND_NAME(field, type, names)          bot_query_text(query, names[row->field])
#define BIND_RULES(field)                      bot_query_text(query, eg_rules_name(&row->field))

/* How it is got. NULL as a number is 0. */
#define GET_BOOL(field)                       row->field = bot_query_get_bool(query)
#define GET_NUMBER(field, type, min, max)     row->field = (type)bot_query_get_int(query, min, max)
#define GET_OPT_NUMBER(field, type, min, max) GET_NUMBER(field, type, min, max)
#define GET_DOUBLE(field)                     row->field = bot_query_get_real(query)
#define GET_ID(field)                         bot_query_get_id(query, row->field)
#define GET_OPT_ID(field)                     bot_query_get_opt_id(query, row->field)
#define GET_TEXT(field, size)                 bot_query_get_string(query, row->field, size)
#define GET_STRING(field)                     row->field = bot_query_copy_text(query)
#define GET_BYTES(field, size)                bot_query_get_bytes(query, row->field, size)
#define GET_NAME(field, type, names)                                                               \
	row->field = (type)bot_query_get_name(query, names, BOT_NAMES(names))
#define GET_RULES(field) bot_query_get_rules(query, &row->field)

/* Defines the function get_NAME(query, row), which gets all columns of the list for a bot_NAME. */
#define BOT_ROW_GETTER(name, list)                                                                 \
	static inline void get_##name(struct bot_query *query, void *to)                           \
	{                                                                                          \
		struct bot_##name *row = to;                                                       \
		list(GET, GET)                                                                     \
	}

/* Defines also the function bind_NAME(query, row), which binds them, and returns the query. */
#define BOT_ROW_FUNCTIONS(name, list)                                                              \
	static inline struct bot_query *bind_##name(                                               \
		struct bot_query *query, const struct bot_##name *row)                             \
	{                                                                                          \
		list(BIND, BIND) return query;                                                     \
	}                                                                                          \
	BOT_ROW_GETTER(name, list)

/* How many names an array has. */
#define BOT_NAMES(names) ((int)(sizeof(names) / sizeof((names)[0])))

#endif
