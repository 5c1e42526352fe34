#include "bot/store/sql/loading.h"

#include "bot/store/outbox_rows.h"
#include "bot/store/sql/change_notes.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/keyed_hash.h"
#include "bot/store/sql/recent_rows.h"

#include <stdlib.h>

enum bot_error bot_store_load(struct bot_store *store)
{
	/* An earlier process may have sent any of the rows that are in the outbox now. */
	enum bot_error error = bot_outbox_last(store, &store->sent_before);

	if (!error)
		error = bot_key_load(store);
	if (!error)
		error = bot_recent_load(store);
	bot_lane_note_all(store);
	return error;
}

void bot_store_forget(struct bot_store *store)
{
	store->no_bans = false;
	store->no_competitions = store->never_competitions = false;
	store->no_weekly_nights = store->nobody_away = false;
	bot_kept_drop_all(store);
	bot_recent_forget(store);
	bot_change_note_any(store);
	bot_changes_commit(store);
	bot_lane_note_all(store);
}

enum bot_error bot_store_reload(struct bot_store *store)
{
	bot_store_forget(store);
	return bot_store_load(store);
}

void bot_store_finish(struct bot_store *store)
{
	free(store->sending.row);
	free(store->done.row);
	free(store->delayed.row);
	bot_lanes_finish(&store->lanes);
	bot_kept_drop_all(store);
	bot_recent_forget(store);
	bot_kept_lanes_forget(store);
	sodium_memzero(&store->key, sizeof(store->key));
}
