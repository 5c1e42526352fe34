/*
 * Which lanes of the outbox (bot/store/outbox.h) have changed. An adapter keeps the first row of
 * each lane in memory, and reads a lane again only if it is one of these lanes.
 */
#ifndef BOT_STORE_LANES_H
#define BOT_STORE_LANES_H

#include "bot/store/store.h"

/*
 * Calls `take` with each lane whose rows may have changed since the last call, perhaps several
 * times. The first call takes all lanes that have rows. Sets *all to true if `take` got all lanes
 * that have rows; then the rows of any other lane may be gone. After an error, the next call begins
 * again. `take` must not change the store.
 *
 * Must be called outside a transaction: a rollback could undo what the caller then reads.
 */
BOT_MUST_USE enum bot_error bot_lanes_changed(struct bot_store *store,
	void (*take)(void *self, bool private, const char *to), void *self, bool *all);

#endif
