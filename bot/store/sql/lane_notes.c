#include "bot/store/sql/lane_notes.h"

#include "bot/base/memory.h"
#include "bot/store/sql/kept_lanes.h"

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
