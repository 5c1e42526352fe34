#include "bot/store/database.h"

#include "bot/base/attempt.h"
#include "bot/store/files.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/sql/driver.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/keyed_hash.h"
#include "bot/store/sql/recent_rows.h"
#include "bot/store/sql/store_state.h"

#include <stdlib.h>

const char *bot_store_detail(const struct bot_store *store)
{
	return store->detail;
}

bool bot_store_disk_is_full(const struct bot_store *store)
{
	return store->disk_full;
}

bool bot_store_is_file(const struct bot_store *store)
{
	return store->driver->is_file && store->driver->is_file(store);
}

enum bot_error bot_store_confirm(struct bot_store *store)
{
	return store->driver->confirm ? store->driver->confirm(store) : BOT_OK;
}

const char *bot_store_leader(const struct bot_store *store)
{
	return store->driver->leader ? store->driver->leader(store) : NULL;
}

void bot_store_on_wait(struct bot_store *store, void (*serve)(void *self), void *self)
{
	store->serve = serve;
	store->served = self;
}

int64_t bot_store_waits(const struct bot_store *store)
{
	return store->waits;
}

bool bot_store_is_in_transaction(const struct bot_store *store)
{
	return store->driver->is_in_transaction(store);
}

bool bot_store_is_gone(const struct bot_store *store)
{
	return store->driver->is_gone && store->driver->is_gone(store);
}

enum bot_error bot_store_size(struct bot_store *store, int64_t *bytes)
{
	return store->driver->size(store, bytes);
}

enum bot_error bot_store_clean_log(struct bot_store *store)
{
	return store->driver->clean_log ? store->driver->clean_log(store) : BOT_OK;
}

enum bot_error bot_store_is_copy(struct bot_store *store, bool *is_copy)
{
	*is_copy = false;
	return store->driver->is_copy ? store->driver->is_copy(store, is_copy) : BOT_OK;
}

enum bot_error bot_store_own_copy(struct bot_store *store)
{
	return store->driver->own_copy ? store->driver->own_copy(store) : BOT_OK;
}

void bot_store_close(struct bot_store *store)
{
	if (store)
		store->driver->close(store);
}

static enum bot_error begin(struct bot_store *store, bool light)
{
	store->cause = (struct bot_cause){0};
	store->time.known = false;
	enum bot_error error = store->driver->begin(store, light);
	return error ? error : bot_key_keep(store);
}

enum bot_error bot_store_begin(struct bot_store *store)
{
	return begin(store, false);
}

enum bot_error bot_store_begin_lightly(struct bot_store *store)
{
	return begin(store, true);
}

enum bot_error bot_store_commit(struct bot_store *store)
{
	enum bot_error error = store->driver->commit(store);
	if (error)
		return error;
	store->disk_full = false;
	store->key.kept = store->key.known;
	store->keys_changed = false;
	bot_changes_commit(store);
	bot_sent_rows_end(store, true);
	bot_recent_end(store, true);
	return BOT_OK;
}

static void forget_answers(struct bot_store *store)
{
	store->known = (struct bot_known){0};
	bot_kept_drop_all(store);
}

void bot_store_rollback(struct bot_store *store)
{
	bot_changes_clear(&store->uncommitted);
	forget_answers(store);
	store->keys_undone += store->keys_changed;
	store->keys_changed = false;
	bot_kept_lanes_forget(store);
	bot_sent_rows_end(store, false);
	bot_recent_end(store, false);
	store->driver->rollback(store);
}

static void load(struct bot_store *store)
{
	bot_lane_note_all(store);
	/* An earlier process may have sent any of the rows that are in the outbox now. */
	store->sent_before = bot_outbox_last(store);
	bot_must(bot_key_load(store));
	bot_recent_load(store);
}

enum bot_error bot_store_load(struct bot_store *store)
{
	BOT_ATTEMPT(load(store));
}

void bot_store_forget(struct bot_store *store)
{
	forget_answers(store);
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
