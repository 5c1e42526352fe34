#include "bot/store/sql/sent_rows.h"

#include "bot/base/memory.h"

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
