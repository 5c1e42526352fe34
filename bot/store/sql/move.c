#include "bot/store/move.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/driver.h"
#include "bot/store/sql/schema_version.h"

#include <stdio.h>
#include <string.h>

#define NAME_SIZE 64
#define SQL_SIZE  4096

/* A table of schema.sql. A table comes after all those to which its rows refer. */
struct table {
	char name[NAME_SIZE];
	char id[NAME_SIZE]; /* the column of the ids that the database gives to new rows, or "" */
};

static const char *copy_word(const char *text, char word[NAME_SIZE])
{
	size_t length = strcspn(text, " ");

	snprintf(word, NAME_SIZE, "%.*s", (int)length, text);
	return text + length;
}

/*
 * Finds the next table in the text of the schema, which has no comments and single spaces. Returns
 * the end of what it has read, or NULL if there is no other table.
 */
static const char *find_table(const char *schema, struct table *table)
{
	static const char create[] = "CREATE TABLE ", key[] = " INTEGER PRIMARY KEY";
	const char *at = strstr(schema, create);

	if (!at)
		return NULL;
	at = copy_word(at + strlen(create), table->name);
	at = copy_word(at + strlen(" ("), table->id);
	/* A key that refers to another table gets its values from there. */
	if (strncmp(at, key, strlen(key)) != 0 ||
		strncmp(at + strlen(key), " REFERENCES", strlen(" REFERENCES")) == 0)
		table->id[0] = '\0';
	return at;
}

static enum bot_error count_rows(struct bot_store *store, const char *table, size_t *count)
{
	char sql[SQL_SIZE];

	snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s", table);
	BOT_ATTEMPT(*count = bot_query_count(BOT_QUERY(store, sql)));
}

static enum bot_error check_empty(struct bot_store *store, struct bot_move *move)
{
	const char *at = bot_schema_sql;
	enum bot_error error = BOT_OK;
	struct table table;
	size_t count = 0;

	while (!error && (at = find_table(at, &table))) {
		memcpy(move->table, table.name, sizeof(move->table));
		error = count_rows(store, table.name, &count);
		move->has_rows = !error && count > 0;
		if (move->has_rows)
			error = BOT_INVALID;
	}
	return error;
}

/* Writes the statement that adds a row and reads it back. */
static void write_insert(const char *table, const struct bot_column columns[BOT_COLUMNS_MAX],
	size_t count, char sql[SQL_SIZE])
{
	int used = snprintf(sql, SQL_SIZE, "INSERT INTO %s (", table);

	for (size_t i = 0; i < count; i++)
		used += snprintf(sql + used, SQL_SIZE - (size_t)used, "%s%s", i > 0 ? ", " : "",
			columns[i].name);
	used += snprintf(sql + used, SQL_SIZE - (size_t)used, ") VALUES (");
	for (size_t i = 0; i < count; i++)
		used += snprintf(sql + used, SQL_SIZE - (size_t)used, "%s", i > 0 ? ", ?" : "?");
	used += snprintf(sql + used, SQL_SIZE - (size_t)used, ") RETURNING ");
	for (size_t i = 0; i < count; i++)
		used += snprintf(sql + used, SQL_SIZE - (size_t)used, "%s%s", i > 0 ? ", " : "",
			columns[i].name);
}

static void bind(struct bot_query *query, const struct bot_column *column)
{
	switch (column->type) {
	case BOT_INTEGER:
		bot_query_int(query, column->number);
		break;
	case BOT_REAL:
		bot_query_real(query, column->real);
		break;
	case BOT_TEXT:
	case BOT_NOTHING:
		bot_query_text(query, column->text);
		break;
	case BOT_BLOB:
		bot_query_blob(query, column->size > 0 ? column->bytes : "", column->size);
		break;
	}
}

static bool is_same(const struct bot_column *one, const struct bot_column *other)
{
	if (one->type != other->type || strcmp(one->name, other->name) != 0)
		return false;
	switch (one->type) {
	case BOT_INTEGER:
		return one->number == other->number;
	case BOT_REAL: /* exactly: a store must not round a number */
		return one->real >= other->real && one->real <= other->real;
	case BOT_TEXT:
		return strcmp(one->text, other->text) == 0;
	case BOT_BLOB:
		return one->size == other->size &&
		       (one->size == 0 || memcmp(one->bytes, other->bytes, one->size) == 0);
	case BOT_NOTHING:
		break;
	}
	return true;
}

static enum bot_error add_row(struct bot_store *to, const char *sql,
	const struct bot_column columns[BOT_COLUMNS_MAX], size_t count)
{
	struct bot_column stored[BOT_COLUMNS_MAX];
	struct bot_query *query = BOT_QUERY(to, sql);

	for (size_t i = 0; i < count; i++)
		bind(query, &columns[i]);
	bot_query_one(query);
	bool same = bot_query_get_columns(query, stored) == count;
	for (size_t i = 0; i < count && same; i++)
		same = is_same(&columns[i], &stored[i]);
	if (!query->error && !same)
		query->error = BOT_STORE_CORRUPT;
	return bot_query_finish(query);
}

/* Adds the rows that a query on the old store returns. */
static enum bot_error add_rows(struct bot_query *old, struct bot_store *to, struct bot_move *move)
{
	struct bot_column columns[BOT_COLUMNS_MAX];
	char insert[SQL_SIZE] = "";
	enum bot_error error = BOT_OK;

	while (!error && bot_query_row(old)) {
		size_t count = bot_query_get_columns(old, columns);

		if (!*insert)
			write_insert(move->table, columns, count, insert);
		error = add_row(to, insert, columns, count);
		move->rows += !error;
	}
	enum bot_error read = bot_query_finish(old);
	return error ? error : read;
}

/* The new store continues with the ids where the old one has stopped. */
static void copy_last_id(struct bot_store *from, struct bot_store *to, const struct table *table)
{
	char sql[SQL_SIZE];
	int64_t last = 0, highest = 0;

	bot_must(from->driver->get_last_id(from, table->name, table->id, &last));
	snprintf(sql, sizeof(sql), "SELECT coalesce(max(%s), 0) FROM %s", table->id, table->name);
	bot_query_number(BOT_QUERY(from, sql), 0, INT64_MAX, &highest);
	bot_must(to->driver->set_last_id(
		to, table->name, table->id, last > highest ? last : highest));
}

static enum bot_error attempt_last_id(
	struct bot_store *from, struct bot_store *to, const struct table *table)
{
	BOT_ATTEMPT(copy_last_id(from, to, table));
}

static enum bot_error copy_table(struct bot_store *from, struct bot_store *to,
	const struct table *table, struct bot_move *move)
{
	char sql[SQL_SIZE];
	int64_t before = move->rows;
	size_t count = 0;

	snprintf(sql, sizeof(sql), "SELECT * FROM %s", table->name);
	enum bot_error error = add_rows(BOT_QUERY(from, sql), to, move);
	if (!error && *table->id)
		error = attempt_last_id(from, to, table);
	if (!error)
		error = count_rows(to, table->name, &count);
	if (!error && (int64_t)count != move->rows - before)
		error = BOT_STORE_CORRUPT;
	move->tables += !error;
	return error;
}

static enum bot_error copy_tables(
	struct bot_store *from, struct bot_store *to, struct bot_move *move)
{
	const char *at = bot_schema_sql;
	enum bot_error error = BOT_OK;
	struct table table;

	while (!error && (at = find_table(at, &table))) {
		memcpy(move->table, table.name, sizeof(move->table));
		error = copy_table(from, to, &table, move);
	}
	return error;
}

enum bot_error bot_store_move(struct bot_store *from, struct bot_store *to, struct bot_move *move)
{
	*move = (struct bot_move){.rows = 0};
	enum bot_error error = bot_store_begin(to);

	if (!error)
		error = check_empty(to, move);
	if (!error)
		error = copy_tables(from, to, move);
	if (!error)
		error = bot_store_commit(to);
	if (error)
		bot_store_rollback(to);
	return error;
}
