/*
 * A copy of an open store, made in slices. A copy of some gigabytes takes minutes, and the bot has
 * one thread: between two slices the bot handles messages and changes the store.
 *
 * The finished copy is whole and consistent, has the mode 0600 and no write-ahead log, and holds
 * all transactions that were committed before the last slice.
 */
#ifndef BOT_STORE_SNAPSHOT_H
#define BOT_STORE_SNAPSHOT_H

#include "bot/store/database.h"

struct bot_snapshot;

/*
 * Begins to copy the store into the new file `to`. The store must stay open until
 * bot_snapshot_destroy. After BOT_STORE_FAILED, errno has the reason (EEXIST if `to` exists
 * already), or is 0 if the reason is unknown; the same holds for bot_snapshot_step.
 */
BOT_MUST_USE enum bot_error bot_snapshot_create(
	struct bot_store *store, const char *to, struct bot_snapshot **snapshot);

/*
 * Copies the next slice, which takes about a millisecond. Call it outside a transaction of the
 * store. Sets *done to true after the last slice. After an error, only bot_snapshot_destroy may
 * follow.
 */
BOT_MUST_USE enum bot_error bot_snapshot_step(struct bot_snapshot *snapshot, bool *done);

/* Ends the copying, and deletes the copy if it is not finished. `snapshot` may be NULL. */
void bot_snapshot_destroy(struct bot_snapshot *snapshot);

#endif
