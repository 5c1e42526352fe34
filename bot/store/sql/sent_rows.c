#include "bot/store/sql/sent_rows.h"

#include "bot/base/memory.h"
#include "bot/store/sql/driver.h"

static int64_t *find(const struct bot_row_set *rows, int64_t row)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->row[i] == row)
			return &rows->row[i];
	return NULL;
}

bool bot_row_may_be_sent(const struct bot_store *store, int64_t row)
{
	return row <= store->sent_before || find(&store->sending, row);
}

void bot_row_is_done(struct bot_store *store, int64_t row)
{
	if (!store->driver->is_in_transaction(store))
		bot_row_set_remove(&store->sending, row);
	else if (find(&store->sending, row))
		bot_row_set_add(&store->done, row);
}

void bot_sent_rows_end(struct bot_store *store, bool committed)
{
	for (size_t i = 0; committed && i < store->done.count; i++)
		bot_row_set_remove(&store->sending, store->done.row[i]);
	store->done.count = 0;
}

bool bot_row_set_has(const struct bot_row_set *rows, int64_t row)
{
	return find(rows, row) != NULL;
}

void bot_row_set_add(struct bot_row_set *rows, int64_t row)
{
	if (find(rows, row))
		return;
	rows->row = bot_realloc(rows->row, (rows->count + 1) * sizeof(*rows->row));
	rows->row[rows->count++] = row;
}

void bot_row_set_remove(struct bot_row_set *rows, int64_t row)
{
	int64_t *found = find(rows, row);

	if (found)
		*found = rows->row[--rows->count];
}
