/*
 * Binds and gets the rows of the tables that have a struct. The lists of their columns are made of
 * schema.sql. A function that binds has a pointer `row` to the struct: ENTRANTS(BIND, BIND) binds
 * all columns in the order of COLUMNS(ENTRANTS). In the same way ENTRANTS(GET, GET) gets them.
 */
#ifndef BOT_STORE_SQL_ROWS_H
#define BOT_STORE_SQL_ROWS_H

#include "bot/store/sql/columns.h"
#include "bot/store/sql/query.h"

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
