/* Queries of the store, in any database. Only the folders of the store include this header. */
#ifndef BOT_STORE_SQL_QUERY_H
#define BOT_STORE_SQL_QUERY_H

#include "bot/store/person.h"
#include "bot/store/sql/store_state.h"
#include "engine/engarde.h"

/*
 * One run of a prepared statement. The caller begins the query, binds the parameters in order,
 * steps to a row, gets the columns in order, and ends the query. The query keeps its first error,
 * and after an error all further calls do nothing. The function that ends the query says what
 * becomes of the error.
 */
struct bot_query {
	struct bot_store *store;
	void *statement; /* the driver's */
	bool once;       /* its SQL is a text of the caller */
	enum bot_error error;
	int bound;  /* the number of parameters that have values */
	int column; /* the next column */
};

/*
 * Begins a query and binds all its parameters, in order. Returns the query, which lives until the
 * block ends: bot_query_write(BOT_QUERY(store, BOT_SQL_NAME_SET, bot_id(user), name)). A parameter
 * is a number, a text, or one of the values below, which only this macro takes. Every query must
 * end with one of the functions at the end of this header.
 *
 * In place of a statement of statements.def, the query may be a text of SQL in the same dialect,
 * which the store does not prepare for more than one run.
 */
#define BOT_QUERY(...)                                                                             \
	BOT_QUERY_OF(__VA_ARGS__, BOT_QUERY_6, BOT_QUERY_5, BOT_QUERY_4, BOT_QUERY_3, BOT_QUERY_2, \
		BOT_QUERY_1, BOT_QUERY_0, )                                                        \
	(__VA_ARGS__)

/* What bot_query_id binds. */
struct bot_id_value {
	const char *id;
};
static inline struct bot_id_value bot_id(const char *id)
{
	return (struct bot_id_value){id};
}

/* What bot_query_blob binds. */
struct bot_blob_value {
	const void *bytes;
	size_t size;
};
static inline struct bot_blob_value bot_blob(const void *bytes, size_t size)
{
	return (struct bot_blob_value){bytes, size};
}

/* The size of an array, for LIMIT. */
static inline int64_t bot_limit(size_t size)
{
	return size > INT32_MAX ? INT32_MAX : (int64_t)size;
}

/* Binds a number, and returns the query. */
struct bot_query *bot_query_int(struct bot_query *query, int64_t value);
void bot_query_real(struct bot_query *query, double value);
/* Binds the id of another row, or NULL if `value` is 0. */
void bot_query_opt_int(struct bot_query *query, int64_t value);
/*
 * These three functions bind NULL for a NULL pointer. They copy nothing, so the bytes must outlive
 * the query.
 */
struct bot_query *bot_query_text(struct bot_query *query, const char *text);
void bot_query_bytes(struct bot_query *query, const char *text, size_t size);
void bot_query_blob(struct bot_query *query, const void *bytes, size_t size);
#define BOT_DIGITS 20
/*
 * Binds a number, at least 0, as a text of BOT_DIGITS digits. Such texts have the order of their
 * numbers. Writes the text to `digits`, which must outlive the query.
 */
void bot_query_digits(struct bot_query *query, int64_t value, char digits[BOT_DIGITS + 1]);
/*
 * Binds an identifier that the query stores. The error of the query becomes BOT_INVALID if `id` is
 * NULL, empty or too long.
 */
void bot_query_id(struct bot_query *query, const char *id);
/* Like bot_query_id, but binds NULL for an empty identifier. */
void bot_query_opt_id(struct bot_query *query, const char *id);

/* The parts of BOT_QUERY. The first one takes a query that has only its store. */
struct bot_query *bot_query_start(struct bot_query *query, enum bot_sql sql);
struct bot_query *bot_query_start_once(struct bot_query *query, const char *sql);
static inline struct bot_query *bot_with_id(struct bot_query *query, struct bot_id_value value)
{
	bot_query_id(query, value.id);
	return query;
}
static inline struct bot_query *bot_with_blob(struct bot_query *query, struct bot_blob_value value)
{
	bot_query_blob(query, value.bytes, value.size);
	return query;
}
#define BOT_WITH(query, value)                                                                     \
	_Generic((value), char *: bot_query_text, const char *: bot_query_text,                    \
		struct bot_id_value: bot_with_id, struct bot_blob_value: bot_with_blob,            \
		default: bot_query_int)(query, value)
#define BOT_QUERY_OF(s, sql, a, b, c, d, e, f, name, ...) name

#define BOT_QUERY_0(s, sql)                                                                        \
	_Generic((sql), char *: bot_query_start_once, const char *: bot_query_start_once,          \
		default: bot_query_start)(&(struct bot_query){.store = (s)}, sql)

#define BOT_QUERY_1(s, sql, a)                BOT_WITH(BOT_QUERY_0(s, sql), a)
#define BOT_QUERY_2(s, sql, a, b)             BOT_WITH(BOT_QUERY_1(s, sql, a), b)
#define BOT_QUERY_3(s, sql, a, b, c)          BOT_WITH(BOT_QUERY_2(s, sql, a, b), c)
#define BOT_QUERY_4(s, sql, a, b, c, d)       BOT_WITH(BOT_QUERY_3(s, sql, a, b, c), d)
#define BOT_QUERY_5(s, sql, a, b, c, d, e)    BOT_WITH(BOT_QUERY_4(s, sql, a, b, c, d), e)
#define BOT_QUERY_6(s, sql, a, b, c, d, e, f) BOT_WITH(BOT_QUERY_5(s, sql, a, b, c, d, e), f)

/*
 * Gets all columns of a row of a query whose SQL is a text. Writes at most BOT_COLUMNS_MAX columns
 * and returns their number. Their strings live until the query steps or ends.
 */
size_t bot_query_get_columns(struct bot_query *query, struct bot_column columns[BOT_COLUMNS_MAX]);

/* Steps to the next row. Returns false after the last row, and after an error. */
bool bot_query_row(struct bot_query *query);
/*
 * Steps to the only row. If there is none, returns false, and the error of the query becomes
 * BOT_NOT_FOUND.
 */
bool bot_query_one(struct bot_query *query);

/*
 * Returns an integer; NULL counts as 0. If the integer is not from `min` to `max`, returns 0, and
 * the error of the query becomes BOT_STORE_CORRUPT. The functions below report errors in the same
 * way.
 */
int64_t bot_query_get_int(struct bot_query *query, int64_t min, int64_t max);
/*
 * Returns false if the value is neither 0 nor 1. The error of the query then becomes
 * BOT_STORE_CORRUPT.
 */
bool bot_query_get_bool(struct bot_query *query);
/* Returns 0 after an error. */
double bot_query_get_real(struct bot_query *query);
/*
 * Returns the text of a column, or NULL if the column is NULL or after an error. The text lives
 * until the query steps or ends.
 */
const char *bot_query_get_text(struct bot_query *query);
/*
 * Returns a copy of a column's text, which the caller frees, or NULL after an error. If the column
 * is NULL, the error of the query becomes BOT_STORE_CORRUPT.
 */
char *bot_query_copy_text(struct bot_query *query);
/* Like bot_query_get_text, but gets bytes. */
const void *bot_query_get_blob(struct bot_query *query, size_t *size);
/*
 * Both functions get an identifier. If the text is too long, they write an empty identifier, and
 * the error of the query becomes BOT_STORE_CORRUPT. bot_query_get_id does the same if the text is
 * empty or NULL. If the text is NULL, bot_query_get_opt_id writes an empty identifier without an
 * error.
 */
void bot_query_get_id(struct bot_query *query, char id[BOT_ID_SIZE]);
void bot_query_get_opt_id(struct bot_query *query, char id[BOT_ID_SIZE]);
/*
 * Copies the text to `copy`. If it is NULL or does not fit, writes "", and the error of the query
 * becomes BOT_STORE_CORRUPT.
 */
void bot_query_get_string(struct bot_query *query, char *copy, size_t size);
/* Gets a blob of `size` bytes. If it has another size, the error becomes BOT_STORE_CORRUPT. */
void bot_query_get_bytes(struct bot_query *query, void *copy, size_t size);
/* Gets rules by their name. */
void bot_query_get_rules(struct bot_query *query, struct eg_rules *rules);
/*
 * Returns the text's index in `names`. If the text is not in `names`, returns 0, and the error of
 * the query becomes BOT_STORE_CORRUPT.
 */
int bot_query_get_name(struct bot_query *query, const char *const names[], int count);

/*
 * If the error of the query is BOT_STORE_CORRUPT, notes that rows of this match are damaged. Does
 * nothing if `match` is 0.
 */
void bot_query_blame(struct bot_query *query, int64_t match);

/*
 * The functions below end a query. They end the attempt (bot/base/attempt.h) if the query has an
 * error. Only those that return a bool return false for BOT_NOT_FOUND.
 */

/* Ends a query that reads. */
bool bot_query_end(struct bot_query *query);
/*
 * Runs and ends a query that returns one row. `get` gets the columns into `row`. Returns false if
 * there is no row.
 */
bool bot_query_get(
	struct bot_query *query, void (*get)(struct bot_query *query, void *row), void *row);
/* Like bot_query_end and bot_query_get, for a row that counts as missing if it is damaged. */
bool bot_query_end_sound(struct bot_query *query);
bool bot_query_get_sound(
	struct bot_query *query, void (*get)(struct bot_query *query, void *row), void *row);
/* Gets one identifier, for functions such as bot_query_get. */
void bot_row_id(struct bot_query *query, void *id);
/*
 * Runs and ends a query that returns rows, and returns their number. `rows` is an array of items
 * with `size` bytes, in which the caller has made place for all rows that the query returns.
 */
size_t bot_query_list(struct bot_query *query, void (*get)(struct bot_query *query, void *row),
	void *rows, size_t size);
/* Like bot_query_list, but sets *count to the number, and returns false if a row is damaged. */
bool bot_query_list_sound(struct bot_query *query, void (*get)(struct bot_query *query, void *row),
	void *rows, size_t size, size_t *count);
/*
 * Runs and ends a query that returns one number. Returns false if the query returns no row. The
 * number is damaged if it is not from `min` to `max`.
 */
bool bot_query_number(struct bot_query *query, int64_t min, int64_t max, int64_t *number);
/* Runs and ends a query that returns 0 or 1, or no row, which stands for 0. */
bool bot_query_true(struct bot_query *query);
/* Runs and ends a query that counts rows. */
size_t bot_query_count(struct bot_query *query);

#define BOT_QUERY_IDS 64
/*
 * Runs and ends a query that returns at most BOT_QUERY_IDS ids of rows. Then calls `change` with
 * each id.
 */
void bot_query_each(struct bot_query *query, void (*change)(struct bot_store *store, int64_t id));

/*
 * Runs and ends a query that changes rows. Fails with BOT_STORE_FAILED outside a transaction. A
 * server may refuse the change only with the next query of the transaction, or with its commit.
 */
void bot_query_write(struct bot_query *query);
/* Like bot_query_write. Returns false if the query changed no row. */
bool bot_query_write_one(struct bot_query *query);
/* Like bot_query_write, for a query that adds a row. Returns the new row's id. */
int64_t bot_query_add(struct bot_query *query);

/* Runs a whole query that changes rows and whose only parameter is a number. */
void bot_query_change(struct bot_store *store, enum bot_sql sql, int64_t number);
/* Like bot_query_change, for a query whose parameter is a text. */
void bot_query_change_text(struct bot_store *store, enum bot_sql sql, const char *text);

/* Ends a query of a function that returns the error: returns the error of the query. */
BOT_MUST_USE enum bot_error bot_query_finish(struct bot_query *query);

#endif
