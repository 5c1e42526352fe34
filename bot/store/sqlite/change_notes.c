#include "bot/store/sqlite/change_notes.h"

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

void bot_changes_clear(struct bot_changes *changes)
{
	changes->any = false;
	changes->count = 0;
}

void bot_changes_drop(struct bot_store *store)
{
	bot_changes_clear(&store->uncommitted);
}
