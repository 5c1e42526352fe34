#include "bot/store/sqlite/sending.h"

#include <stdlib.h>

void bot_sending_finish(struct bot_sending *sending)
{
	free(sending->row);
	*sending = (struct bot_sending){0};
}

static bool find(const struct bot_sending *sending, int64_t row, size_t *index)
{
	for (size_t i = 0; i < sending->count; i++) {
		if (sending->row[i] != row)
			continue;
		*index = i;
		return true;
	}
	return false;
}

bool bot_sending_has(const struct bot_sending *sending, int64_t row)
{
	size_t index;

	return row <= sending->before || find(sending, row, &index);
}

enum bot_error bot_sending_add(struct bot_sending *sending, int64_t row)
{
	size_t index;

	if (find(sending, row, &index))
		return BOT_OK;
	if (sending->count == sending->size) {
		size_t size = sending->size ? 2 * sending->size : 16;
		int64_t *rows = realloc(sending->row, size * sizeof *rows);

		if (!rows)
			return BOT_NO_MEMORY;
		sending->row = rows;
		sending->size = size;
	}
	sending->row[sending->count++] = row;
	return BOT_OK;
}

void bot_sending_remove(struct bot_sending *sending, int64_t row)
{
	size_t index;

	if (find(sending, row, &index))
		sending->row[index] = sending->row[--sending->count];
}
