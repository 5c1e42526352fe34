#include "bot/store/changes.h"

#include "bot/store/sql/store_state.h"

/* Adds an id to a list, unless it has the id already. */
static void note(
	struct bot_changes *changes, int64_t list[BOT_CHANGES_MOST], size_t *count, int64_t id)
{
	for (size_t i = 0; i < *count; i++)
		if (list[i] == id)
			return;
	if (*count == BOT_CHANGES_MOST)
		changes->any = true;
	else
		list[(*count)++] = id;
}

void bot_change_note(struct bot_store *store, int64_t match)
{
	struct bot_changes *changes = &store->uncommitted;

	store->change_number++;
	if (store->watched)
		note(changes, changes->match, &changes->count, match);
}

void bot_change_note_plan(struct bot_store *store, int64_t plan)
{
	struct bot_changes *changes = &store->uncommitted;

	store->change_number++;
	if (store->watched)
		note(changes, changes->plan, &changes->plans, plan);
}

void bot_change_note_competition(struct bot_store *store, int64_t competition)
{
	struct bot_changes *changes = &store->uncommitted;

	if (store->watched)
		note(changes, changes->competition, &changes->competitions, competition);
}

void bot_change_note_any(struct bot_store *store)
{
	store->change_number++;
	if (store->watched)
		store->uncommitted.any = true;
}

void bot_changes_commit(struct bot_store *store)
{
	struct bot_changes *from = &store->uncommitted, *to = &store->committed;

	to->any = to->any || from->any;
	for (size_t i = 0; i < from->count; i++)
		note(to, to->match, &to->count, from->match[i]);
	for (size_t i = 0; i < from->competitions; i++)
		note(to, to->competition, &to->competitions, from->competition[i]);
	for (size_t i = 0; i < from->plans; i++)
		note(to, to->plan, &to->plans, from->plan[i]);
	bot_changes_clear(from);
}

void bot_changes_clear(struct bot_changes *changes)
{
	changes->any = false;
	changes->count = 0;
	changes->competitions = 0;
	changes->plans = 0;
}

void bot_store_watch(struct bot_store *store, bool on)
{
	store->watched = on;
	bot_changes_clear(&store->uncommitted);
	bot_changes_clear(&store->committed);
}

bool bot_store_has_changes(const struct bot_store *store)
{
	return store->committed.any || store->committed.count > 0 ||
	       store->committed.competitions > 0 || store->committed.plans > 0;
}

void bot_store_take_changes(struct bot_store *store, struct bot_changes *changes)
{
	*changes = store->committed;
	bot_changes_clear(&store->committed);
}

uint64_t bot_store_change_number(const struct bot_store *store)
{
	return store->change_number;
}
