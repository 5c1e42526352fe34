#include "bot/store/changes.h"

#include "bot/store/sql/change_notes.h"

void bot_store_watch(struct bot_store *store, bool on)
{
	store->watched = on;
	bot_changes_clear(&store->uncommitted);
	bot_changes_clear(&store->committed);
}

bool bot_store_has_changes(const struct bot_store *store)
{
	return store->committed.any || store->committed.count > 0 ||
	       store->committed.competitions > 0;
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
