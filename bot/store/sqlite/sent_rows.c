#include "bot/store/sqlite/sent_rows.h"

#include "bot/base/memory.h"

static int64_t *find(const struct bot_sending *rows, int64_t row)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->row[i] == row)
			return &rows->row[i];
	return NULL;
}

bool bot_row_may_be_sent(const struct bot_store *store, int64_t row)
{
	return row <= store->sending.before || find(&store->sending, row);
}

bool bot_rows_have(const struct bot_sending *rows, int64_t row)
{
	return find(rows, row) != NULL;
}

void bot_rows_add(struct bot_sending *rows, int64_t row)
{
	if (find(rows, row))
		return;
	rows->row = bot_realloc(rows->row, (rows->count + 1) * sizeof(*rows->row));
	rows->row[rows->count++] = row;
}

void bot_rows_remove(struct bot_sending *rows, int64_t row)
{
	int64_t *found = find(rows, row);

	if (found)
		*found = rows->row[--rows->count];
}
