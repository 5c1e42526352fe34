#include "bot/store/sending.h"

#include "bot/outbox.h"
#include "bot/store/query.h"

#include <stdlib.h>

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

bool bot_may_be_sent(const struct bot_store *store, int64_t row)
{
	size_t index;

	return row <= store->sending.before || find(&store->sending, row, &index);
}

enum bot_error bot_outbox_sending(struct bot_store *store, int64_t row)
{
	struct bot_sending *sending = &store->sending;
	size_t index;

	if (find(sending, row, &index))
		return BOT_OK;
	if (sending->count == sending->room) {
		size_t room = sending->room ? 2 * sending->room : 16;
		int64_t *rows = realloc(sending->row, room * sizeof *rows);

		if (!rows)
			return BOT_NO_MEMORY;
		sending->row = rows;
		sending->room = room;
	}
	sending->row[sending->count++] = row;
	return BOT_OK;
}

void bot_outbox_not_sent(struct bot_store *store, int64_t row)
{
	struct bot_sending *sending = &store->sending;
	size_t index;

	if (find(sending, row, &index))
		sending->row[index] = sending->row[--sending->count];
}

enum bot_error bot_sending_begin(struct bot_store *store)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_OUTBOX_LAST);
	bot_query_one(&query);
	store->sending.before = bot_query_get_int(&query, 0, INT64_MAX);
	return bot_query_end(&query);
}

void bot_sending_end(struct bot_store *store)
{
	free(store->sending.row);
}
