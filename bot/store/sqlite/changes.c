#include "bot/store/changes.h"

#include "bot/store/sqlite/connection.h"

static void note(struct bot_changes *changes, int64_t match)
{
	for (size_t i = 0; i < changes->count; i++)
		if (changes->match[i] == match)
			return;
	if (changes->count == BOT_CHANGES_MOST)
		changes->any = true;
	else
		changes->match[changes->count++] = match;
}

void bot_change_note(struct bot_store *store, int64_t match)
{
	store->change_number++;
	if (store->watched)
		note(&store->uncommitted, match);
}

void bot_change_note_any(struct bot_store *store)
{
	store->change_number++;
	if (store->watched)
		store->uncommitted.any = true;
}

void bot_changes_commit(struct bot_store *store)
{
	store->committed.any = store->committed.any || store->uncommitted.any;
	for (size_t i = 0; i < store->uncommitted.count; i++)
		note(&store->committed, store->uncommitted.match[i]);
	bot_changes_drop(store);
}

/* Empties only what the counts say: the arrays are large, and most transactions change no match. */
static void clear(struct bot_changes *changes)
{
	changes->any = false;
	changes->count = 0;
}

void bot_changes_drop(struct bot_store *store)
{
	clear(&store->uncommitted);
}

void bot_store_watch(struct bot_store *store, bool on)
{
	store->watched = on;
	clear(&store->uncommitted);
	clear(&store->committed);
}

bool bot_store_has_changes(const struct bot_store *store)
{
	return store->committed.any || store->committed.count > 0;
}

void bot_store_take_changes(struct bot_store *store, struct bot_changes *changes)
{
	*changes = store->committed;
	clear(&store->committed);
}

uint64_t bot_store_change_number(const struct bot_store *store)
{
	return store->change_number;
}
