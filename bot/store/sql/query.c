#include "bot/store/sql/query.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/store/sql/driver.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct bot_query *bot_query_start(struct bot_query *query, enum bot_sql sql)
{
	query->store->driver->query(query, sql);
	return query;
}

struct bot_query *bot_query_start_once(struct bot_query *query, const char *sql)
{
	query->once = true;
	query->store->driver->query_once(query, sql);
	return query;
}

struct bot_query *bot_query_int(struct bot_query *query, int64_t value)
{
	if (!query->error)
		query->store->driver->bind_int(query, value);
	return query;
}

void bot_query_opt_int(struct bot_query *query, int64_t value)
{
	if (value != 0)
		bot_query_int(query, value);
	else
		bot_query_text(query, NULL);
}

void bot_query_real(struct bot_query *query, double value)
{
	if (!query->error)
		query->store->driver->bind_real(query, value);
}

struct bot_query *bot_query_text(struct bot_query *query, const char *text)
{
	bot_query_bytes(query, text, text ? strlen(text) : 0);
	return query;
}

void bot_query_bytes(struct bot_query *query, const char *text, size_t size)
{
	if (!query->error)
		query->store->driver->bind_text(query, text, size);
}

void bot_query_blob(struct bot_query *query, const void *bytes, size_t size)
{
	if (!query->error)
		query->store->driver->bind_blob(query, bytes, size);
}

void bot_query_digits(struct bot_query *query, int64_t value, char digits[BOT_DIGITS + 1])
{
	snprintf(digits, BOT_DIGITS + 1, "%0*" PRId64, BOT_DIGITS, value);
	bot_query_text(query, digits);
}

void bot_query_id(struct bot_query *query, const char *id)
{
	if (!query->error && (!id || !*id || strnlen(id, BOT_ID_SIZE) == BOT_ID_SIZE))
		query->error = BOT_INVALID;
	bot_query_text(query, query->error ? NULL : id);
}

void bot_query_opt_id(struct bot_query *query, const char *id)
{
	if (id[0])
		bot_query_id(query, id);
	else
		bot_query_text(query, NULL);
}

bool bot_query_row(struct bot_query *query)
{
	query->column = 0;
	return !query->error && query->store->driver->step(query);
}

bool bot_query_one(struct bot_query *query)
{
	if (!bot_query_row(query) && !query->error)
		query->error = BOT_NOT_FOUND;
	return !query->error;
}

int64_t bot_query_get_int(struct bot_query *query, int64_t min, int64_t max)
{
	if (query->error)
		return 0;
	int64_t value = query->store->driver->get_int(query, query->column++);
	if (value >= min && value <= max)
		return value;
	query->error = BOT_STORE_CORRUPT;
	return 0;
}

bool bot_query_get_bool(struct bot_query *query)
{
	return bot_query_get_int(query, 0, 1) == 1;
}

double bot_query_get_real(struct bot_query *query)
{
	if (query->error)
		return 0.0;
	return query->store->driver->get_real(query, query->column++);
}

const char *bot_query_get_text(struct bot_query *query)
{
	if (query->error)
		return NULL;
	return query->store->driver->get_text(query, query->column++);
}

char *bot_query_copy_text(struct bot_query *query)
{
	const char *text = bot_query_get_text(query);

	if (!text && !query->error)
		query->error = BOT_STORE_CORRUPT;
	return text ? bot_strdup(text) : NULL;
}

const void *bot_query_get_blob(struct bot_query *query, size_t *size)
{
	*size = 0;
	if (query->error)
		return NULL;
	return query->store->driver->get_blob(query, query->column++, size);
}

void bot_query_get_opt_id(struct bot_query *query, char id[BOT_ID_SIZE])
{
	const char *text = bot_query_get_text(query);
	size_t length = text ? strlen(text) : 0;
	if (length >= BOT_ID_SIZE) {
		query->error = BOT_STORE_CORRUPT;
		length = 0;
	}
	if (length > 0)
		memcpy(id, text, length);
	id[length] = '\0';
}

void bot_query_get_id(struct bot_query *query, char id[BOT_ID_SIZE])
{
	bot_query_get_opt_id(query, id);
	if (!query->error && !*id)
		query->error = BOT_STORE_CORRUPT;
}

void bot_query_get_string(struct bot_query *query, char *copy, size_t size)
{
	const char *text = bot_query_get_text(query);
	size_t length = text ? strlen(text) : 0;

	if (!query->error && (!text || length >= size))
		query->error = BOT_STORE_CORRUPT;
	if (query->error)
		length = 0;
	else
		memcpy(copy, text, length);
	copy[length] = '\0';
}

void bot_query_get_bytes(struct bot_query *query, void *copy, size_t size)
{
	size_t found;
	const void *bytes = bot_query_get_blob(query, &found);

	if (!query->error && found != size)
		query->error = BOT_STORE_CORRUPT;
	if (!query->error)
		memcpy(copy, bytes, size);
}

void bot_query_get_rules(struct bot_query *query, struct eg_rules *rules)
{
	const char *name = bot_query_get_text(query);

	if (!query->error && (!name || eg_rules_parse(name, strlen(name), rules)))
		query->error = BOT_STORE_CORRUPT;
}

int bot_query_get_name(struct bot_query *query, const char *const names[], int count)
{
	const char *text = bot_query_get_text(query);
	for (int i = 0; text && i < count; i++)
		if (strcmp(text, names[i]) == 0)
			return i;
	if (!query->error)
		query->error = BOT_STORE_CORRUPT;
	return 0;
}

void bot_query_blame(struct bot_query *query, int64_t match)
{
	if (query->error == BOT_STORE_CORRUPT && match > 0)
		query->error = bot_damage_note(query->store, match, 0);
}

size_t bot_query_get_columns(struct bot_query *query, struct bot_column columns[BOT_COLUMNS_MAX])
{
	const struct bot_driver *driver = query->store->driver;
	int count = query->error ? 0 : driver->count_columns(query);

	assert(count <= BOT_COLUMNS_MAX);
	for (int i = 0; i < count; i++)
		columns[i] = driver->get_column(query, i);
	return (size_t)count;
}

enum bot_error bot_query_finish(struct bot_query *query)
{
	query->store->driver->end(query);
	return query->error;
}

void bot_row_id(struct bot_query *query, void *id)
{
	bot_query_get_id(query, id);
}

/*
 * Sets an error if no transaction is open. SQLite ends a transaction by itself when the disk is
 * full. Without this check, the caller's next changes would be stored without its earlier changes.
 */
static void check_transaction(struct bot_query *query)
{
	if (!query->error && !query->store->driver->is_in_transaction(query->store))
		query->error = BOT_STORE_FAILED;
}

static void write_one(struct bot_query *query)
{
	check_transaction(query);
	bot_query_row(query);
	if (!query->error && query->store->driver->count_changes(query) == 0)
		query->error = BOT_NOT_FOUND;
}

bool bot_query_end(struct bot_query *query)
{
	query->store->driver->end(query);
	return bot_found(query->error);
}

bool bot_query_end_sound(struct bot_query *query)
{
	query->store->driver->end(query);
	return bot_sound(query->error);
}

bool bot_query_get(
	struct bot_query *query, void (*get)(struct bot_query *query, void *row), void *row)
{
	if (bot_query_one(query))
		get(query, row);
	return bot_query_end(query);
}

bool bot_query_get_sound(
	struct bot_query *query, void (*get)(struct bot_query *query, void *row), void *row)
{
	if (bot_query_one(query))
		get(query, row);
	return bot_query_end_sound(query);
}

static size_t get_rows(struct bot_query *query, void (*get)(struct bot_query *query, void *row),
	void *rows, size_t size)
{
	size_t count = 0;

	for (; bot_query_row(query); count++)
		get(query, (char *)rows + size * count);
	return count;
}

size_t bot_query_list(struct bot_query *query, void (*get)(struct bot_query *query, void *row),
	void *rows, size_t size)
{
	size_t count = get_rows(query, get, rows, size);

	bot_query_end(query);
	return count;
}

bool bot_query_list_sound(struct bot_query *query, void (*get)(struct bot_query *query, void *row),
	void *rows, size_t size, size_t *count)
{
	size_t got = get_rows(query, get, rows, size);
	bool sound = bot_query_end_sound(query);

	*count = sound ? got : 0;
	return sound;
}

bool bot_query_number(struct bot_query *query, int64_t min, int64_t max, int64_t *number)
{
	if (bot_query_one(query))
		*number = bot_query_get_int(query, min, max);
	return bot_query_end(query);
}

bool bot_query_true(struct bot_query *query)
{
	bool value = bot_query_one(query) && bot_query_get_bool(query);

	return bot_query_end(query) && value;
}

size_t bot_query_count(struct bot_query *query)
{
	size_t count = bot_query_one(query) ? (size_t)bot_query_get_int(query, 0, INT64_MAX) : 0;

	bot_query_end(query);
	return count;
}

void bot_query_each(struct bot_query *query, void (*change)(struct bot_store *store, int64_t id))
{
	int64_t ids[BOT_QUERY_IDS];
	size_t count = 0;

	while (bot_query_row(query)) {
		assert(count < BOT_QUERY_IDS);
		ids[count++] = bot_query_get_int(query, 1, INT64_MAX);
	}
	bot_query_end(query);
	for (size_t i = 0; i < count; i++)
		change(query->store, ids[i]);
}

/* Here BOT_NOT_FOUND is an error, too: a row lacks to which the query refers. */
static void end_change(struct bot_query *query)
{
	if (!bot_query_end(query))
		bot_fail(BOT_NOT_FOUND);
}

void bot_query_write(struct bot_query *query)
{
	check_transaction(query);
	if (!query->error)
		query->store->driver->write(query);
	end_change(query);
}

bool bot_query_write_one(struct bot_query *query)
{
	write_one(query);
	return bot_query_end(query);
}

int64_t bot_query_add(struct bot_query *query)
{
	int64_t row = 0;

	write_one(query);
	if (!query->error)
		row = query->store->driver->get_added(query);
	end_change(query);
	return row;
}

void bot_query_change(struct bot_store *store, enum bot_sql sql, int64_t number)
{
	bot_query_write(BOT_QUERY(store, sql, number));
}

void bot_query_change_text(struct bot_store *store, enum bot_sql sql, const char *text)
{
	bot_query_write(BOT_QUERY(store, sql, text));
}
