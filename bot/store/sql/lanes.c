#include "bot/store/lanes.h"

#include "bot/base/memory.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/lane_notes.h"
#include "bot/store/sql/query.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The store notes at most so many lanes. If more have changed, the adapter reads all lanes. */
#define LANES_MOST 1024

void bot_lane_note_all(struct bot_store *store)
{
	store->lanes.all = true;
	bot_kept_lanes_forget(store);
}

void bot_lane_note(struct bot_store *store, bool private, const char *to)
{
	bot_kept_lane_forget(store, private, to);
	bot_lane_note_kept(store, private, to);
}

/*
 * Notes the lane before the commit. If a rollback undoes the change, the adapter reads the lane in
 * vain, but does no harm.
 */
void bot_lane_note_kept(struct bot_store *store, bool private, const char *to)
{
	struct bot_lanes *lanes = &store->lanes;
	struct bot_lane *last = lanes->count > 0 ? &lanes->lane[lanes->count - 1] : NULL;

	if (last && last->private == private && strcmp(last->to, to) == 0)
		return;
	if (lanes->count == LANES_MOST)
		lanes->all = true;
	if (lanes->all)
		return;
	if (lanes->count == lanes->capacity) {
		lanes->capacity = lanes->capacity ? 2 * lanes->capacity : 64;
		lanes->lane = bot_realloc(lanes->lane, lanes->capacity * sizeof(*lanes->lane));
	}
	assert(lanes->lane); /* clang-tidy can't know that there is room for a lane */
	lanes->lane[lanes->count].private = private;
	stpcpy(lanes->lane[lanes->count++].to, to);
}

void bot_lanes_finish(struct bot_lanes *lanes)
{
	free(lanes->lane);
	*lanes = (struct bot_lanes){0};
}

static enum bot_error take_all(
	struct bot_store *store, void (*take)(void *self, bool private, const char *to), void *self)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_LANES);
	while (bot_query_row(query)) {
		int64_t row = bot_query_get_int(query, 1, INT64_MAX);
		bool private = bot_query_get_bool(query);
		char to[BOT_ID_SIZE];

		bot_query_get_id(query, to);
		if (query->error == BOT_STORE_CORRUPT)
			query->error = bot_damage_note(store, 0, row);
		if (!query->error)
			take(self, private, to);
	}
	return bot_query_end(query);
}

enum bot_error bot_lanes_changed(struct bot_store *store,
	void (*take)(void *self, bool private, const char *to), void *self, bool *all)
{
	struct bot_lanes *lanes = &store->lanes;
	enum bot_error error = BOT_OK;

	assert(!bot_store_is_in_transaction(store));
	*all = lanes->all;
	for (size_t i = 0; !lanes->all && i < lanes->count; i++)
		take(self, lanes->lane[i].private, lanes->lane[i].to);
	if (lanes->all)
		error = take_all(store, take, self);
	if (!error)
		lanes->all = false;
	lanes->count = 0;
	return error;
}
